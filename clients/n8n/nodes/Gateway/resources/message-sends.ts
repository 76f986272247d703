import type { IDataObject, INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { MESSAGE_ID, OWN_KEY, optionsOf, PHONE, RECIPIENT } from "../fields.ts";
import { type Item, phoneOrId } from "../item.ts";
import type { Operation } from "../operation.ts";
import {
  FILE_FIELDS,
  fileContent,
  LOCATION_FIELDS,
  locationContent,
  POLL_FIELDS,
  pollContent,
} from "./message-content.ts";

const TEXT: INodeProperties = {
  displayName: "Text",
  name: "text",
  type: "string",
  typeOptions: { rows: 4 },
  default: "",
  required: true,
};
const CONTACT_FIELDS: INodeProperties[] = [
  { displayName: "Contact Name", name: "contactName", type: "string", default: "", required: true },
  { ...PHONE, displayName: "Contact Phone", name: "contactPhone", description: "The number on the card" },
  { displayName: "Organization", name: "organization", type: "string", default: "" },
];
const SEND_AT: INodeProperties = {
  displayName: "Send At",
  name: "sendAt",
  type: "dateTime",
  default: "",
  description: "Up to 30 days ahead. A time without an offset is in the workflow's time zone",
};
const REPLY_TO: INodeProperties = {
  ...MESSAGE_ID,
  displayName: "Reply To Message ID",
  name: "replyTo",
  required: false,
};
const LINK_PREVIEW: INodeProperties = {
  displayName: "Link Preview",
  name: "linkPreview",
  type: "boolean",
  default: true,
  description: "Whether to add a preview of a link in the text",
};
const MENTIONS: INodeProperties = {
  displayName: "Mentions",
  name: "mentions",
  type: "string",
  default: "",
  placeholder: "5511999990001, 5511999990002",
  description:
    "Only in groups: the numbers mentioned in the text, or the IDs of people from events, separated by commas",
};
const FILE_OPTIONS: INodeProperties[] = [
  { displayName: "File Name", name: "fileName", type: "string", default: "" },
  {
    displayName: "Media Type",
    name: "mediaType",
    type: "string",
    default: "",
    placeholder: "image/jpeg",
    description: "A file name that replaces the original one",
  },
  {
    displayName: "Voice Note",
    name: "voice",
    type: "boolean",
    default: false,
    description: "Whether audio is shown as a voice note",
  },
];

/** Returns the message's recipient: `chat_id` if a chat id was chosen or entered, otherwise `to`. */
function recipient(item: Item): IDataObject {
  const value = phoneOrId(item.text("recipient"));
  return value.includes("@") ? { chat_id: value } : { to: value };
}

/** Returns the optional fields that all message types share. */
function common(item: Item): IDataObject {
  const { sendAt, replyTo, linkPreview, mentions } = item.options();
  return {
    ...(sendAt !== undefined && { send_at: item.time(sendAt) }),
    ...(replyTo !== undefined && { reply_to: replyTo }),
    ...(linkPreview !== undefined && { link_preview: linkPreview }),
    ...(mentions !== undefined && { mentions: item.list(mentions) }),
  };
}

type Kind = Pick<Operation, "name" | "value" | "action" | "description"> & {
  fields: INodeProperties[];
  options: INodeProperties[];
  content(item: Item): IDataObject | Promise<IDataObject>;
};

/**
 * Creates an operation that calls POST /v1/messages with a single kind of content. A message that has to wait isn't a
 * failure: the response explains why it is waiting, and until when.
 */
const send = ({ fields, options, content, ...shown }: Kind): Operation => ({
  ...shown,
  method: "POST",
  path: "/v1/messages",
  keyed: true,
  properties: [INSTANCE, RECIPIENT, ...fields, optionsOf(SEND_AT, ...options, OWN_KEY)],
  parts: async (item) => ({
    body: { instance_id: item.text("instance"), ...recipient(item), ...(await content(item)), ...common(item) },
  }),
});

/** The operations that send a message. */
export const SENDS: readonly Operation[] = [
  send({
    name: "Send Text",
    value: "sendText",
    action: "Send a text message",
    description: "Send a text. If the message waits, waiting_reason and expected_at explain why and until when",
    fields: [TEXT],
    options: [LINK_PREVIEW, MENTIONS, REPLY_TO],
    content: (item) => ({ text: item.value<string>("text") }),
  }),
  send({
    name: "Send File",
    value: "sendFile",
    action: "Send a file",
    description: "Send a picture, a video, audio or a document, from binary data or an address",
    fields: FILE_FIELDS,
    options: [...FILE_OPTIONS, MENTIONS, REPLY_TO],
    content: fileContent,
  }),
  send({
    name: "Send Location",
    value: "sendLocation",
    action: "Send a location",
    description: "Send a location on the map",
    fields: LOCATION_FIELDS,
    options: [REPLY_TO],
    content: locationContent,
  }),
  send({
    name: "Send Contact",
    value: "sendContact",
    action: "Send a contact card",
    description: "Send someone's name and number",
    fields: CONTACT_FIELDS,
    options: [REPLY_TO],
    content: (item) => ({
      contact: {
        name: item.text("contactName"),
        phone: phoneOrId(item.text("contactPhone")),
        ...(item.text("organization") && { organization: item.text("organization") }),
      },
    }),
  }),
  send({
    name: "Send Poll",
    value: "sendPoll",
    action: "Send a poll",
    description: "Ask a question with choices. Votes arrive as message.poll_vote events",
    fields: POLL_FIELDS,
    options: [REPLY_TO],
    content: pollContent,
  }),
  send({
    name: "Reply",
    value: "reply",
    action: "Reply to a message",
    description: "Reply to a message in the same chat with a text that quotes it",
    fields: [MESSAGE_ID, TEXT],
    options: [LINK_PREVIEW, MENTIONS],
    content: (item) => ({ text: item.value<string>("text"), reply_to: item.text("messageId") }),
  }),
];

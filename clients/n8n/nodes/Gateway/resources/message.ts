import type { INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { MESSAGE_ID, optionsOf, PHONE } from "../fields.ts";
import { type Item, phoneOrId } from "../item.ts";
import type { Operation, ResourceOperations } from "../operation.ts";
import { SENDS } from "./message-sends.ts";

const NEW_TEXT: INodeProperties = {
  displayName: "New Text",
  name: "newText",
  type: "string",
  typeOptions: { rows: 4 },
  default: "",
  required: true,
};
const EMOJI: INodeProperties = {
  displayName: "Emoji",
  name: "emoji",
  type: "string",
  default: "",
  required: true,
  description: "One emoji",
};
const FILTERS = optionsOf(
  {
    displayName: "Direction",
    name: "direction",
    type: "options",
    options: [
      { name: "Received", value: "in" },
      { name: "Sent", value: "out" },
    ],
    default: "in",
  },
  { ...PHONE, required: false, description: "Only messages in the chat with this person" },
);

const ofMessage = (item: Item) => ({ ids: { id: item.text("messageId") } });

const OTHERS: readonly Operation[] = [
  {
    name: "Get",
    value: "get",
    action: "Get a message",
    description: "Get a message and its status",
    method: "GET",
    path: "/v1/messages/{id}",
    properties: [MESSAGE_ID],
    parts: ofMessage,
  },
  {
    name: "Get Many",
    value: "getAll",
    action: "Get many messages",
    description: "List an instance's stored messages, newest first",
    method: "GET",
    path: "/v1/messages",
    paging: "links",
    properties: [INSTANCE, FILTERS],
    parts(item) {
      const { direction, phone } = item.options();
      const query = { instance_id: item.text("instance"), direction, limit: item.pageSize() };
      return { query: { ...query, ...(phone !== undefined && { phone: phoneOrId(String(phone)) }) } };
    },
  },
  {
    name: "Edit",
    value: "edit",
    action: "Edit a message",
    description: "Change the text of a waiting message, or of a message sent in the last 15 minutes",
    method: "PATCH",
    path: "/v1/messages/{id}",
    properties: [MESSAGE_ID, NEW_TEXT],
    parts: (item) => ({ ...ofMessage(item), body: { text: item.value<string>("newText") } }),
  },
  {
    name: "Delete",
    value: "delete",
    action: "Delete a message",
    description: "Cancel a waiting message, or delete a message for everyone within two days",
    method: "DELETE",
    path: "/v1/messages/{id}",
    empty: "sometimes",
    properties: [MESSAGE_ID],
    parts: ofMessage,
  },
  {
    name: "React",
    value: "react",
    action: "React to a message",
    description: "React to a message with an emoji",
    method: "PUT",
    path: "/v1/messages/{id}/reaction",
    properties: [MESSAGE_ID, EMOJI],
    parts: (item) => ({ ...ofMessage(item), body: { emoji: item.text("emoji") } }),
  },
  {
    name: "Remove Reaction",
    value: "unreact",
    action: "Remove a reaction",
    description: "Remove the instance's reaction to a message",
    method: "DELETE",
    path: "/v1/messages/{id}/reaction",
    properties: [MESSAGE_ID],
    parts: ofMessage,
  },
  {
    name: "Mark as Read",
    value: "markRead",
    action: "Mark a message as read",
    description: "Mark a received message as read",
    method: "POST",
    path: "/v1/messages/{id}/read",
    empty: "always",
    properties: [MESSAGE_ID],
    parts: ofMessage,
  },
];

/** Operations that send, read and change messages. Spec: Endpoints › Messages. */
export const MESSAGE: ResourceOperations = { name: "Message", value: "message", operations: [...SENDS, ...OTHERS] };

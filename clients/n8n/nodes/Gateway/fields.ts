import type { INodeProperties } from "n8n-workflow";

const chatModes = (list: string, placeholder: string): INodeProperties["modes"] => [
  {
    displayName: "From List",
    name: "list",
    type: "list",
    placeholder,
    typeOptions: { searchListMethod: list, searchable: true },
  },
];

/** The field for a message's recipient. Spec: Messages, `to` and `chat_id`. */
export const RECIPIENT: INodeProperties = {
  displayName: "To",
  name: "recipient",
  type: "resourceLocator",
  default: { mode: "phone", value: "" },
  required: true,
  description: "Who gets the message",
  modes: [
    {
      displayName: "By Phone",
      name: "phone",
      type: "string",
      placeholder: "5511999990001",
      hint: "Country code and number",
    },
    ...(chatModes("searchChats", "Choose a chat") ?? []),
    {
      displayName: "By Chat ID",
      name: "id",
      type: "string",
      placeholder: "120363020000000001@g.us",
      hint: "From a message's chat_id",
    },
  ],
};

/** The field for choosing the chat to read or change. */
export const CHAT: INodeProperties = {
  displayName: "Chat",
  name: "chat",
  type: "resourceLocator",
  default: { mode: "list", value: "" },
  required: true,
  description: "A person's phone, or a chat ID from a message",
  modes: [
    ...(chatModes("searchChats", "Choose a chat") ?? []),
    { displayName: "By Phone or ID", name: "id", type: "string", placeholder: "5511999990001" },
  ],
};

/** The field for choosing a group. */
export const GROUP: INodeProperties = {
  displayName: "Group",
  name: "group",
  type: "resourceLocator",
  default: { mode: "list", value: "" },
  required: true,
  description: "The group, which is also its chat",
  modes: [
    ...(chatModes("searchGroups", "Choose a group") ?? []),
    { displayName: "By ID", name: "id", type: "string", placeholder: "120363000000000001@g.us" },
  ],
};

/** The field for the id of an existing message. */
export const MESSAGE_ID: INodeProperties = {
  displayName: "Message ID",
  name: "messageId",
  type: "string",
  default: "",
  required: true,
  placeholder: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
};

/** The field for a person's phone number. */
export const PHONE: INodeProperties = {
  displayName: "Phone",
  name: "phone",
  type: "string",
  default: "",
  required: true,
  placeholder: "5511999990001",
  description: "Country code and number",
};

/** The option for an Idempotency-Key that replaces the node's own. */
export const OWN_KEY: INodeProperties = {
  displayName: "Idempotency Key",
  name: "idempotencyKey",
  type: "string",
  default: "",
  placeholder: "order-1842-ready",
  description:
    "Requests with the same key are carried out only once within 30 days, even from different executions. If you leave this empty, Retry On Fail is still safe, but each execution repeats the request.",
};

/** Creates the "Options" field with the given options. */
export const optionsOf = (...options: INodeProperties[]): INodeProperties => ({
  displayName: "Options",
  name: "options",
  type: "collection",
  default: {},
  placeholder: "Add option",
  options,
});

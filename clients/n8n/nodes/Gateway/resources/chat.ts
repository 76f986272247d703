import type { INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { CHAT, optionsOf } from "../fields.ts";
import { type Item, phoneOrId } from "../item.ts";
import type { ResourceOperations } from "../operation.ts";

const FILTERS = optionsOf(
  {
    displayName: "Search",
    name: "search",
    type: "string",
    default: "",
    description: "A part of a name, or digits of a phone",
  },
  {
    displayName: "Waits for an Answer",
    name: "waiting",
    type: "boolean",
    default: true,
    description: "Whether to list only chats whose person waits for an answer, or only the others",
  },
);
const STATE: INodeProperties = {
  displayName: "State",
  name: "state",
  type: "options",
  options: [
    { name: "Paused", value: "paused" },
    { name: "Recording", value: "recording" },
    { name: "Typing", value: "typing" },
  ],
  default: "typing",
  description: "It fades after about ten seconds",
};

const ofChat = (item: Item) => ({ ids: { id: item.text("instance"), chat: phoneOrId(item.text("chat")) } });

/** Conversations. Spec: Endpoints; Pagination styles. */
export const CHATS: ResourceOperations = {
  name: "Chat",
  value: "chat",
  operations: [
    {
      name: "Get",
      value: "get",
      action: "Get a chat",
      description: "Read a chat: who it is with, and whether somebody waits for an answer",
      method: "GET",
      path: "/v1/instances/{id}/chats/{chat}",
      properties: [INSTANCE, CHAT],
      parts: ofChat,
    },
    {
      name: "Get Many",
      value: "getAll",
      action: "Get many chats",
      description: "List an instance's chats, newest first",
      method: "GET",
      path: "/v1/chats",
      paging: "links",
      properties: [INSTANCE, FILTERS],
      parts(item) {
        const { search, waiting } = item.options();
        return { query: { instance_id: item.text("instance"), search, waiting } };
      },
    },
    {
      name: "Get Messages",
      value: "getHistory",
      action: "Get the messages of a chat",
      description: "List a chat's messages, newest first",
      method: "GET",
      path: "/v1/instances/{id}/chats/{chat}/history",
      paging: "links",
      properties: [INSTANCE, CHAT],
      parts: (item) => ({ ...ofChat(item), query: { limit: item.pageSize() } }),
    },
    {
      name: "Mark as Read",
      value: "markRead",
      action: "Mark a chat as read",
      description: "Mark all messages of a chat as read",
      method: "POST",
      path: "/v1/instances/{id}/chats/{chat}/read",
      empty: "always",
      properties: [INSTANCE, CHAT],
      parts: ofChat,
    },
    {
      name: "Show Typing",
      value: "typing",
      action: "Show that somebody is typing",
      description: "Show typing or recording to the person",
      method: "POST",
      path: "/v1/instances/{id}/chats/{chat}/typing",
      empty: "always",
      properties: [INSTANCE, CHAT, STATE],
      parts: (item) => ({ ...ofChat(item), body: { state: item.text("state") } }),
    },
  ],
};

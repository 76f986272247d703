import type { INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { CHAT, optionsOf } from "../fields.ts";
import { type Item, phoneOrId } from "../item.ts";
import type { ResourceOperations } from "../operation.ts";

/** The wording that n8n's lint rules require for fields with dynamically loaded choices. */
const CHOOSE =
  'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** Creates a field for choosing a team member or nobody. @param load the method that lists the choices. */
const memberField = (load: "getMembers" | "getAssignees", description: string): INodeProperties => ({
  displayName: "Assigned To Name or ID",
  name: "assignedTo",
  type: "options",
  typeOptions: { loadOptionsMethod: load },
  default: "",
  description: `${description}. ${CHOOSE}.`,
});

const FILTERS = optionsOf(
  memberField("getMembers", "Whose chats to list"),
  {
    displayName: "Closed",
    name: "closed",
    type: "boolean",
    default: false,
    description: "Whether to list only chats that the team has closed, or only open chats",
  },
  {
    displayName: "Search",
    name: "search",
    type: "string",
    default: "",
    description: "Part of a name, or digits of a phone",
  },
  {
    displayName: "Snoozed",
    name: "snoozed",
    type: "boolean",
    default: true,
    description: "Whether to list only chats that the team has snoozed, or only the others",
  },
  {
    displayName: "Waits for an Answer",
    name: "waiting",
    type: "boolean",
    default: true,
    description: "Whether to list only chats in which the person is waiting for an answer, or only the others",
  },
);
/** The options for changing a chat's team-related fields. Spec: Endpoints; `PATCH …/chats/{chat}`. */
const TEAM_CHANGES = optionsOf(
  memberField("getAssignees", "Who should answer the chat"),
  {
    displayName: "Closed",
    name: "closed",
    type: "boolean",
    default: true,
    description: "Whether to close the chat. It opens again when the person writes",
  },
  {
    displayName: "Snoozed Until",
    name: "snoozedUntil",
    type: "dateTime",
    default: "",
    description: "The time until which the chat is snoozed. A time without an offset is in the workflow's time zone",
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
  description: "It disappears after about ten seconds",
};

const ofChat = (item: Item) => ({ ids: { id: item.text("instance"), chat: phoneOrId(item.text("chat")) } });

/** Operations on conversations. Spec: Endpoints; Pagination styles. */
export const CHATS: ResourceOperations = {
  name: "Chat",
  value: "chat",
  operations: [
    {
      name: "Get",
      value: "get",
      action: "Get a chat",
      description: "Get a chat: who it is with, and whether someone is waiting for an answer",
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
        const { assignedTo: assigned_to, closed, search, snoozed, waiting } = item.options();
        return { query: { instance_id: item.text("instance"), assigned_to, closed, search, snoozed, waiting } };
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
      action: "Show that someone is typing",
      description: "Show typing or recording to the person",
      method: "POST",
      path: "/v1/instances/{id}/chats/{chat}/typing",
      empty: "always",
      properties: [INSTANCE, CHAT, STATE],
      parts: (item) => ({ ...ofChat(item), body: { state: item.text("state") } }),
    },
    {
      name: "Update",
      value: "update",
      action: "Update a chat",
      description: "Assign a chat to a team member, close it, or snooze it",
      method: "PATCH",
      path: "/v1/instances/{id}/chats/{chat}",
      properties: [INSTANCE, CHAT, TEAM_CHANGES],
      parts(item) {
        const { assignedTo, closed, snoozedUntil } = item.options();
        const body = {
          ...(assignedTo !== undefined && { assigned_to: assignedTo === "none" ? null : assignedTo }),
          ...(closed !== undefined && { closed }),
          ...(snoozedUntil !== undefined && { snoozed_until: item.time(snoozedUntil) }),
        };
        return { ...ofChat(item), body };
      },
    },
  ],
};

import * as z from "zod";
import { MESSAGE_ABOUTS } from "../content/about.ts";
import { MESSAGE_STATUSES } from "../message.ts";
import { MESSAGE_TYPES } from "../message-types.ts";

/** Kinds of chats. */
export const CHAT_TYPES = ["person", "group", "channel"] as const;
export type ChatType = (typeof CHAT_TYPES)[number];

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

const LastMessage = z
  .object({
    id: z.string(),
    direction: z.enum(["in", "out"]),
    type: z.enum(MESSAGE_TYPES),
    body: z.string().nullable().meta({ description: "The first 200 characters of its text" }),
    about: z.enum(MESSAGE_ABOUTS).optional().meta({
      description: "Only if the type alone doesn't tell what the message is, or why there is nothing to show",
    }),
    status: z.enum(MESSAGE_STATUSES),
    created_at: time,
  })
  .meta({ id: "LastMessage" });
export type LastMessage = z.infer<typeof LastMessage>;

/** The team member a chat is assigned to. */
export const Assignee = z
  .object({
    id: z.string().meta({ example: "usr_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    name: z
      .string()
      .nullable()
      .meta({ description: "null if they have not set a name, or have left the team", example: "Ana" }),
  })
  .meta({ id: "Assignee" });
export type Assignee = z.infer<typeof Assignee>;

/** A chat as customers see it, with every key always present. Rationale: docs/decisions/0076. */
export const Chat = z
  .object({
    id: z.string().meta({ description: "The same as chat_id in messages and events" }),
    instance_id: z.string(),
    type: z.enum(CHAT_TYPES),
    phone: z.string().nullable().meta({ description: "null for groups and channels, and while the number is hidden" }),
    name: z
      .string()
      .nullable()
      .meta({ description: "The saved or verified name, or otherwise the name that the person has chosen" }),
    waiting: z.boolean().meta({ description: "Whether the person wrote last and nobody has answered yet" }),
    unread_count: z.int().min(0).meta({ example: 0 }),
    labels: z.array(z.int()).meta({ description: "The ids of the chat's labels", example: [1] }),
    archived: z.boolean().meta({ example: false }),
    pinned: z.boolean().meta({ example: false }),
    muted_until: z
      .string()
      .nullable()
      .meta({ description: "A time, `forever`, or null when the chat is not muted", example: null }),
    handled_by: z
      .enum(["ai", "menu", "team"])
      .nullable()
      .meta({ description: "Who currently answers the chat; null if no one has taken it", example: null }),
    assigned_to: Assignee.nullable().meta({
      description: "The team member that the chat is assigned to; null if no one",
    }),
    snoozed_until: time.nullable().meta({
      description: "The chat is snoozed until this time, or until someone writes in it; null if it is not snoozed",
      example: null,
    }),
    closed_at: time.nullable().meta({
      description:
        "When your team closed the chat; null if it is open. The next received message opens a closed chat again",
      example: null,
    }),
    last_message: LastMessage.nullable().meta({
      description: "The last message from either side; null if no message is stored, or if the chat was deleted",
    }),
    last_in_at: time.nullable().meta({ description: "When the person last wrote; null for groups and channels" }),
    reply_until: time
      .nullable()
      .meta({ description: "Until this time, a message to the person counts as a reply; null if the time has passed" }),
    updated_at: time.nullable().meta({ description: "When the last message from either side was written or sent" }),
  })
  .meta({ id: "Chat" });
export type Chat = z.infer<typeof Chat>;

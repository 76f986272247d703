import * as z from "zod";
import { Chat } from "../chats/chat.ts";
import { LIMITS } from "../limits.ts";
import { Message } from "../message.ts";
import { text } from "../text.ts";

/** POST /panel-api/answering: a user is writing an answer in this chat. */
export const AnsweringBody = z.object({
  instance_id: text(LIMITS.idMaxChars, "Use the id of an instance."),
  chat_id: text(LIMITS.chatIdMaxChars, "The chat_id is too long."),
});

/** Everything that has changed since the previous response. `next` is the `since` of the next request. */
export const Live = z.object({
  chats: z.array(Chat),
  messages: z.array(Message),
  instances: z.array(z.object({ id: z.string(), status: z.string(), status_reason: z.string().nullable() })),
  /** The colleagues who are writing an answer in the open chat, with the time each was last seen writing. */
  answering: z.array(z.object({ user_id: z.string(), at: z.string() })),
  /** Whether team members are active in the chats of one of these numbers, so pages should poll more often. */
  teamwork: z.boolean(),
  next: z.string(),
});
export type Live = z.infer<typeof Live>;

/** One past day of a number's protection. Values that were not recorded that day are null. */
export const ProtectionDay = z.object({
  /** The instance's local date, `2026-11-20`. */
  day: z.string(),
  /** How many people received a first message from this phone number. */
  new_people: z.number(),
  /** The day's limit on new people. */
  cap: z.number().nullable(),
  /** The warm-up stage. */
  stage: z.number().nullable(),
  messages: z.number(),
  /** The safety score, 0 to 100. */
  safety: z.number().nullable(),
});
export type ProtectionDay = z.infer<typeof ProtectionDay>;

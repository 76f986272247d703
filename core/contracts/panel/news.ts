import * as z from "zod";
import { Chat } from "../chats/chat.ts";

/** Reports whether any chat has had a new message since the previous response. Hidden tabs get this as well. */
export const Quiet = z.object({
  quiet: z.boolean(),
  /**
   * How many seconds a hidden tab waits before polling again. The wait grows with the number of phone numbers, because
   * each costs a read.
   */
  again_sec: z.int(),
  /** Whether a visible page can open a WebSocket at `HINTS_PATH` to learn about changes. */
  hints: z.boolean(),
  /** The `since` of the next request. */
  next: z.string(),
});
export type Quiet = z.infer<typeof Quiet>;

/** Updates for a user who has the panel open. */
export const News = z.object({
  /**
   * How many people are waiting for an answer across all phone numbers. At most `PANEL_LIMITS.waitingMax` are counted
   * per number.
   */
  waiting: z.int(),
  /** Chats with a newly received, unanswered message, newest first. Muted and archived chats are excluded. */
  chats: z.array(Chat),
  /** The `since` of the next request. */
  next: z.string(),
});
export type News = z.infer<typeof News>;

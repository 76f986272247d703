import * as z from "zod";
import { Chat } from "../chats/chat.ts";

/** Whether no message was written in any chat since the previous answer. This is also the answer to a hidden tab. */
export const Quiet = z.object({
  quiet: z.boolean(),
  /**
   * How many seconds a hidden tab waits before it polls again. The wait is longer with many numbers, because each
   * number costs a read.
   */
  again_sec: z.int(),
  /** Whether a visible page can open a WebSocket at `HINTS_PATH` to learn of changes. */
  hints: z.boolean(),
  /** The `since` of the next request. */
  next: z.string(),
});
export type Quiet = z.infer<typeof Quiet>;

/** The news for a user who watches the panel. */
export const News = z.object({
  /**
   * The number of people waiting for an answer on all numbers; at most `PANEL_LIMITS.waitingMax` are counted per
   * number.
   */
  waiting: z.int(),
  /** Chats with a new received message that nobody has answered, except muted and archived ones, newest first. */
  chats: z.array(Chat),
  /** The `since` of the next request. */
  next: z.string(),
});
export type News = z.infer<typeof News>;

import * as z from "zod";
import { Chat } from "../chats/chat.ts";

/** Whether nothing was written in any chat since the last answer. This is also the answer to a hidden tab. */
export const Quiet = z.object({
  quiet: z.boolean(),
  /** When a hidden tab asks again, in seconds; later with many numbers, because each one costs a read. */
  again_sec: z.int(),
  /** Whether a visible page can open a WebSocket at `HINTS_PATH`, to hear of changes. */
  hints: z.boolean(),
  /** The `since` of the next request. */
  next: z.string(),
});
export type Quiet = z.infer<typeof Quiet>;

/** The news for someone at the desk. */
export const News = z.object({
  /** People who wait for an answer, on all numbers; at most `PANEL_LIMITS.waitingMax` are counted on each. */
  waiting: z.int(),
  /** Chats with a new received message that nobody has answered, except muted and archived ones, newest first. */
  chats: z.array(Chat),
  /** The `since` of the next request. */
  next: z.string(),
});
export type News = z.infer<typeof News>;

import { HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { MessageClass } from "../../contracts/message.ts";

/**
 * Classifies a message by its recipient. It is a reply if that person wrote within the last 24 hours, a message to a
 * known person if they wrote earlier, and a first message if they never wrote. Spec: Number-protection rule, 1 and 2.
 */
export function classify(lastInAt: string | undefined, now: Date): MessageClass {
  if (lastInAt === undefined) return "first";
  const quietMs = now.getTime() - Date.parse(lastInAt);
  return quietMs < LIMITS.replyWindowHours * HOUR_MS ? "reply" : "known";
}

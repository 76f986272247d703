import { HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { MessageClass } from "../../contracts/message.ts";

/**
 * Classifies a message: to a person who wrote within the last 24 hours it is a reply, to one who wrote longer ago a
 * message to a known person, and to anyone else a first message. Spec: Number-protection rule, 1 and 2.
 */
export function classify(lastInAt: string | undefined, now: Date): MessageClass {
  if (lastInAt === undefined) return "first";
  const quietMs = now.getTime() - Date.parse(lastInAt);
  return quietMs < LIMITS.replyWindowHours * HOUR_MS ? "reply" : "known";
}

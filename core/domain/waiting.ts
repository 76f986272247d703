import type { MessageRecord, WaitingReason } from "../contracts/message.ts";
import type { PaceRecord } from "../contracts/person.ts";
import { wireTime } from "./wire-time.ts";

/** Why a message has not gone yet, and when it is expected to; both null when it has, or goes at once. */
export interface Waiting {
  waiting_reason: WaitingReason | null;
  expected_at: string | null;
}

const NOT_WAITING: Waiting = { waiting_reason: null, expected_at: null };

/**
 * What holds a message up right now, by its instance's policy state. The expected time is the earliest: others of the
 * same instance may have their turn first. Spec: Number-protection rule; Message, `waiting_reason` (docs/decisions).
 */
export function waitingNow(
  message: Pick<MessageRecord, "status" | "step" | "class" | "send_at">,
  pace: PaceRecord | null,
  now: Date,
): Waiting {
  if (message.status === "scheduled") return { waiting_reason: "scheduled", expected_at: message.send_at };
  if (message.status !== "queued") return NOT_WAITING;
  if (pace?.connected !== true) return { waiting_reason: "offline", expected_at: null };
  if (message.step === "sending" || message.class === "reply") return NOT_WAITING;
  const next = pace.next_at === undefined ? now : new Date(pace.next_at);
  return { waiting_reason: "spacing", expected_at: wireTime(next > now ? next : now) };
}

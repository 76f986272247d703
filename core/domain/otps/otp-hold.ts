import type { SendErrorCode } from "../../contracts/error-codes.ts";
import type { OtpReason } from "../../contracts/otps/otp-states.ts";
import type { NewChatsPauseReason } from "../../contracts/protection-state.ts";
import { isDayFull } from "../protection/holds.ts";
import { nightAt } from "../protection/local-time.ts";
import { newChatsPause } from "../protection/new-chats-pause.ts";
import { rollOver } from "../protection/pacing.ts";
import type { SendingState } from "../protection/sending-state.ts";
import { quietHoursInForce, settingsInForce } from "../protection/settings.ts";

/** The queues into which a person's messages would go: by it a code to them is judged, and charged. */
export type PersonQueue = "reply" | "known" | "first" | "first_counted";

/** A code that has not begun to leave after this ends: its person waits for it. Our number: docs/decisions/0090. */
export const CODE_STARTS_WITHIN_MS = 20_000;

/** Why a code to a stranger can't go now. */
export type CodeHold = Extract<OtpReason, "quiet_hours" | "daily_cap" | "new_chats_paused" | "messenger_restricted">;

/** The network's own causes are told apart from those of the customer and of the safety score. */
const PAUSED_AS: Record<NewChatsPauseReason, CodeHold> = {
  by_you: "new_chats_paused",
  safety: "new_chats_paused",
  network_lock: "messenger_restricted",
  network_quota: "messenger_restricted",
  restricted: "messenger_restricted",
};

/**
 * Why a code can't go at `now`; null: it may. A code never waits, so the gaps, the hour and the day of messages are not
 * asked (it is charged to them all the same, and others yield); what protects strangers holds for codes, too. Spec:
 * Number-protection rule; OTP.
 * @param queue of its person: to somebody who wrote, a code always goes.
 */
export function codeHold(queue: PersonQueue, state: SendingState, now: Date, gapFactor = 1): CodeHold | null {
  if (queue === "reply" || queue === "known") return null;
  const pause = newChatsPause(state, now);
  if (pause) return PAUSED_AS[pause.reason];
  const limits = settingsInForce(state);
  if (nightAt(now, quietHoursInForce(limits))) return "quiet_hours";
  const isFull = queue === "first" && isDayFull("first", rollOver(state, now, gapFactor), limits, now);
  return isFull ? "daily_cap" : null;
}

/** The `error_code` of the message of a code that could not go; a message has no words of its own for night and cap. */
export const HOLD_ERRORS: Record<CodeHold, SendErrorCode> = {
  quiet_hours: "waited_too_long",
  daily_cap: "waited_too_long",
  new_chats_paused: "new_chats_paused",
  messenger_restricted: "messenger_restricted",
};

/** Reasons of an OTP that are told by the same word as its message's end. */
const SAME_WORD = ["not_on_messenger", "new_chats_paused", "messenger_restricted", "not_connected"] as const;

/** Why an OTP failed whose first message ended like this. */
export const reasonOfError = (code: SendErrorCode | null): OtpReason =>
  SAME_WORD.find((same) => same === code) ?? "send_failed";

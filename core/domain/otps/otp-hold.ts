import type { SendErrorCode } from "../../contracts/error-codes.ts";
import type { OtpReason } from "../../contracts/otps/otp-states.ts";
import type { NewChatsPauseReason } from "../../contracts/protection-state.ts";
import { isDayFull } from "../protection/holds.ts";
import { newChatsPause } from "../protection/new-chats-pause.ts";
import { nightAt, quietHoursInForce } from "../protection/night.ts";
import { rollOver } from "../protection/pacing.ts";
import type { SendingState } from "../protection/sending-state.ts";
import { settingsInForce } from "../protection/settings.ts";

/** The queues for messages to a person. The queue determines how a code to the person is checked and charged. */
export type PersonQueue = "reply" | "known" | "first" | "first_counted";

/**
 * A code that hasn't started sending within this time is dropped, because its recipient is waiting for it. Rationale:
 * docs/decisions/0090.
 */
export const CODE_STARTS_WITHIN_MS = 20_000;

/** Why a code can't be sent right now to a person who has never written. */
export type CodeHold = Extract<OtpReason, "quiet_hours" | "daily_cap" | "new_chats_paused" | "messenger_restricted">;

/**
 * Maps pause reasons so that the network's reasons can be distinguished from those of the customer and the safety
 * score.
 */
const PAUSED_AS: Record<NewChatsPauseReason, CodeHold> = {
  by_you: "new_chats_paused",
  safety: "new_chats_paused",
  network_lock: "messenger_restricted",
  network_quota: "messenger_restricted",
  restricted: "messenger_restricted",
};

/**
 * Returns why a code can't be sent at `now`, or null if it can. A code never waits, so gaps and the hourly and daily
 * message limits don't stop it. It is still charged to those limits, and other messages make way for it. The rules
 * about people who have never written do apply. Spec: Number-protection rule; OTP.
 * @param queue the queue of the code's recipient. A code to someone who has written can always be sent.
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

/**
 * The `error_code` of a code's message that could not be sent. Messages have no error codes of their own for quiet
 * hours and the daily limit.
 */
export const HOLD_ERRORS: Record<CodeHold, SendErrorCode> = {
  quiet_hours: "waited_too_long",
  daily_cap: "waited_too_long",
  new_chats_paused: "new_chats_paused",
  messenger_restricted: "messenger_restricted",
};

/** OTP reasons with the same name as the message's error. */
const SAME_WORD = ["not_on_messenger", "new_chats_paused", "messenger_restricted", "not_connected"] as const;

/** Returns why an OTP failed, based on the error of its first message. */
export const reasonOfError = (code: SendErrorCode | null): OtpReason =>
  SAME_WORD.find((same) => same === code) ?? "send_failed";

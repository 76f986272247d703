import { LIMITS } from "../contracts/limits.ts";
import type { SendMessageBody } from "../contracts/send-message.ts";
import { isInternationalNumber, PHONE_RULE } from "./phone-number.ts";

/** A send request whose rules across fields hold too. */
export interface CheckedSend {
  to: string | null;
  chat_id: string | null;
  text: string;
  send_at: Date | null;
  link_preview: boolean;
}

const DAY_MS = 86_400_000;
/** A clock a little behind ours must not make "now" invalid. */
const PAST_ALLOWED_MS = 60_000;

/**
 * The rules of a send request that span fields: one recipient, something to say, a time that is near enough.
 * @returns field -> sentences when any is broken. Spec: POST /v1/messages; Errors, rule 1.
 */
export function checkSend(body: SendMessageBody, now: Date): CheckedSend | { errors: Record<string, string[]> } {
  const to = body.to ?? null;
  const chatId = body.chat_id ?? null;
  const errors: Record<string, string[]> = {};

  if (to === null && chatId === null) errors.to = ["Give a recipient: to or chat_id."];
  else if (to !== null && chatId !== null) errors.to = ["Give either to or chat_id, not both."];
  else if (to !== null && !isInternationalNumber(to)) errors.to = [PHONE_RULE];

  if (body.text === null || body.text === undefined) errors.text = ["Give a text of 1 to 4,096 characters."];

  const sendAt = body.send_at ? new Date(body.send_at) : null;
  if (sendAt) {
    const aheadMs = sendAt.getTime() - now.getTime();
    if (aheadMs < -PAST_ALLOWED_MS) errors.send_at = ["This time is past. Leave send_at out to send now."];
    if (aheadMs > LIMITS.scheduleDaysAhead * DAY_MS) errors.send_at = ["Give a time at most 30 days ahead."];
  }
  if (Object.keys(errors).length > 0) return { errors };
  const isLater = sendAt !== null && sendAt.getTime() > now.getTime();
  return {
    to,
    chat_id: chatId,
    text: body.text ?? "",
    send_at: isLater ? sendAt : null,
    link_preview: body.link_preview ?? false,
  };
}

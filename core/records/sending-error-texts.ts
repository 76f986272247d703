import type { SendErrorCode } from "../contracts/error-codes.ts";

/** The `error` of a failed message, in plain words. Spec: Message, `error`. */
export const SEND_ERROR_TEXTS: Record<SendErrorCode, string> = {
  cancelled: "Cancelled before it was sent.",
  waited_too_long: "The message waited too long for its turn.",
  not_connected: "The instance was not connected for 24 hours.",
  no_receipt: "The network did not confirm the message, although it was sent twice.",
  not_on_messenger: "This number is not on the network.",
  messenger_refused: "The network refused the message.",
  messenger_restricted: "The network is restricting this number.",
  new_chats_paused: "New chats are paused for this instance.",
  media_unreachable: "The file could not be downloaded from its address.",
  file_too_large: "The file is too large.",
  media_type_refused: "This kind of file can't be sent.",
  opted_out: "The person opted out of broadcasts.",
  chat_not_found: "The chat does not exist.",
  instance_removed: "The instance was deleted before it was sent.",
  unreadable: "The message arrived in a form that could not be read. Open it on the phone.",
  unsupported: "This kind of message can't be shown here. Open it on the phone.",
  view_once_withheld: "The network shows view-once content only on the phone. Open it there.",
  server_error: "Something went wrong on our side.",
};

/**
 * The `error` of a message to a person blocked by the number; the code is `messenger_refused`. Spec: contacts, block.
 */
export const BLOCKED_TEXT = "The instance has blocked this person.";

/** The `error` of a message containing an OTP code, if a rule blocked the message. Such messages never wait. */
export const CODE_TEXTS = {
  quiet_hours: "It is night where the instance is. Codes to people who have never written are only sent by day.",
  daily_cap: "The instance has reached today's limit on new people. Codes are not sent later.",
  new_chats_paused: "New chats are paused for this instance. Codes are not sent later.",
  messenger_restricted: "The network is restricting new chats for this number. Codes are not sent later.",
} as const;

/** The `error` of a status that can't be sent to anyone, whose code is `not_on_messenger`. Spec: statuses. */
export const NO_RECIPIENT_TEXT =
  "A status can't reach any of its recipients, because the network has no private id for them.";

/** Returns the fields of a failed message. @param error defaults to the text for the code. */
export function failedFields(code: SendErrorCode, error: string = SEND_ERROR_TEXTS[code]) {
  return {
    status: "failed",
    error,
    error_code: code,
    waiting_reason: null,
    expected_at: null,
    step: "done",
    row: null,
  } as const;
}

/** The `error` of an automatic answer that was cancelled. */
export const TEAM_ANSWERED_TEXT = "Cancelled before it was sent, because someone on the team answered first.";

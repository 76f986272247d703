import type { SendErrorCode } from "../contracts/error-codes.ts";
import { LIMITS } from "../contracts/limits.ts";

/** `error` of a failed message, in plain words. Spec: Message, `error`. */
export const SEND_ERROR_TEXTS: Record<SendErrorCode, string> = {
  cancelled: "Cancelled before it was sent.",
  waited_too_long: "It waited too long for its turn.",
  not_connected: "The instance was not connected for 24 hours.",
  no_receipt: "The network did not confirm it, although it was sent twice.",
  not_on_messenger: "This number is not on the network.",
  messenger_refused: "The network refused it.",
  messenger_restricted: "The network restricts this number at the moment.",
  new_chats_paused: "New chats are paused for this instance.",
  media_unreachable: "The file could not be fetched from its address.",
  file_too_large: "The file is too large.",
  media_type_refused: "This kind of file can't be sent.",
  opted_out: "The person asked not to get broadcasts.",
  chat_not_found: "There is no such chat.",
  instance_removed: "The instance was deleted before it was sent.",
  unreadable: "The message came in a form that could not be read. It can be seen on the phone.",
  server_error: "Something went wrong on our side.",
};

/** Said of a message to somebody whom the number has blocked; its code is `messenger_refused`. Spec: contacts, block. */
export const BLOCKED_TEXT = "This person is blocked by the instance.";

/** Said of a status that waited for a connection; its code is `not_connected`. */
export const STATUS_NOT_CONNECTED_TEXT = `The instance was not connected for ${LIMITS.statusWaitsHours} hours.`;

/** Said of the message of a code, which never waits. */
export const CODE_TEXTS = {
  not_connected: "The instance was not connected, and a code does not wait.",
  quiet_hours: "It is night where the instance is: a code to somebody who never wrote goes by day only.",
  daily_cap: "The instance has written to as many new people today as it may, and a code does not wait.",
  new_chats_paused: "New chats are paused for this instance, and a code does not wait.",
  messenger_restricted: "The network restricts new chats of this number at the moment, and a code does not wait.",
} as const;

/** Said of a status that can go to nobody; its code is `not_on_messenger`. Spec: statuses. */
export const NO_RECIPIENT_TEXT =
  "None of its recipients can be reached by a status: the network has no private id of them.";

/** The fields of a message that failed. @param error left out: the code's own sentence. */
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

/** The reason of an automation's answer that did not go. */
export const TEAM_ANSWERED_TEXT = "Cancelled before it was sent: somebody of the team answered first.";

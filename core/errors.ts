import { ERROR_CODES, type ErrorCode, PANEL_ERROR_CODES, type PanelErrorCode } from "./contracts/error-codes.ts";

/** Optional details of an ApiError, in addition to its code. */
export interface ApiErrorDetails {
  /** The status, for a code that has several. Defaults to the first of them. */
  status?: number;
  /**
   * A plain sentence that explains what is wrong and what to do. Defaults to the first sentence in `errors`, or to the
   * code's own sentence.
   */
  message?: string;
  /** For 422: error sentences by field. */
  errors?: Record<string, string[]>;
  /** The value of the `Retry-After` header, in whole seconds. */
  retryAfterSec?: number;
  /** For a wrong one-time code: the number of attempts left. */
  attemptsLeft?: number;
  headers?: Record<string, string>;
}

/**
 * An error response in the spec's format. Operations and routes throw it, and only `present-error` turns it into a
 * body.
 */
export class ApiError extends Error {
  readonly code: ErrorCode | PanelErrorCode;
  readonly status: number;
  readonly errors: Record<string, string[]> | undefined;
  readonly retryAfterSec: number | undefined;
  readonly attemptsLeft: number | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode | PanelErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? firstSentence(details.errors) ?? ERROR_TEXTS[code]);
    this.name = "ApiError";
    this.code = code;
    this.status = details.status ?? STATUSES[code][0];
    this.errors = details.errors;
    this.retryAfterSec = details.retryAfterSec;
    this.attemptsLeft = details.attemptsLeft;
    this.headers = details.headers ?? {};
  }
}

/**
 * Gives up after losing every attempt to concurrent writers. @throws ApiError `unavailable`, which means that repeating
 * the same request may succeed.
 */
export function endUnavailable(): never {
  throw new ApiError("unavailable", { retryAfterSec: 1 });
}

/** Gives up where the only competing writes are other changes to the same settings. @throws ApiError `busy`. */
export function endBusy(): never {
  throw new ApiError("busy", { retryAfterSec: 1 });
}

/**
 * Returns the first error sentence. It makes sense without the field's name, so it can be used as the response's
 * message.
 */
function firstSentence(errors: Record<string, string[]> | undefined): string | undefined {
  return Object.values(errors ?? {})[0]?.[0];
}

const STATUSES = { ...ERROR_CODES, ...PANEL_ERROR_CODES };

/** The default sentence for each code. Callers with more information pass their own sentence. */
export const ERROR_TEXTS: Record<ErrorCode | PanelErrorCode, string> = {
  bad_request: "The request can't be read. Send a JSON object with Content-Type: application/json.",
  unauthenticated: "The API key is missing or wrong. Send it as Authorization: Bearer <API_KEY>.",
  key_not_allowed: "This API key is not allowed to do that. Use a key with a wider scope.",
  role_not_allowed: "Your role in this account does not allow that. Ask an admin of the account.",
  ip_not_allowed:
    "This API key can't be used from the IP address that the request came from. Send the request from an address on the key's list.",
  account_suspended:
    "The account is suspended. Nothing is sent or received until it is resumed. Contact your service operator.",
  plan_limit:
    "The plan's limit has been reached. Choose a larger plan, or wait the number of seconds given in Retry-After.",
  feature_not_included: "The plan does not include this feature. Choose a plan that does.",
  instance_not_found: "There is no instance with this id. List the instances with GET /v1/instances.",
  message_not_found:
    "There is no message with this id. Messages are stored for 30 days, or less if the account's retention period is shorter.",
  chat_not_found: "There is no chat with this id on this instance. Use a chat_id from a message or an event.",
  group_not_found: "There is no group with this id on this instance. Use the chat_id of a group that the number is in.",
  channel_not_found:
    "There is no channel with this id on this instance. Use an id from the instance's list of channels.",
  broadcast_not_found: "There is no broadcast with this id. Use the id returned when the broadcast was created.",
  otp_not_found: "There is no OTP with this id. Create a new one.",
  status_not_found: "There is no status with this id. Statuses disappear after 24 hours.",
  not_found: "There is nothing at this address. GET /v1/openapi.json lists all paths.",
  not_connected: "The instance is not connected. Link or start it, then try again.",
  link_refused:
    "The phone that scanned the code belongs to another instance. Log this instance out (POST …/logout) and scan the code with another phone.",
  messenger_restricted: "The network is restricting this number. Try again when the restriction has ended.",
  new_chats_paused:
    "New chats are paused for this instance to protect its number. Replies are still sent. For details, see protection in GET /v1/instances/{id}.",
  messenger_refused:
    "The network refused this request and would refuse it again. Check the number, the chat or the file.",
  in_progress: "The same request is still in progress. Try again in a moment.",
  conflict: "The current state of the record doesn't allow this request. Fetch the record again and check its status.",
  validation_failed: "Some fields are not valid. See errors.",
  wrong_code: "The code is wrong. Ask the person to enter it again. attempts_left is the number of attempts remaining.",
  no_attempts_left: "Too many wrong codes were entered. Create a new OTP.",
  rate_limited: "Too many requests. Wait the number of seconds given in Retry-After.",
  limit_reached: "The limit for this request has been reached. Wait the number of seconds given in Retry-After.",
  backlog_full: "Too many messages are waiting on this instance. Wait until some have been sent.",
  file_budget_used:
    "The account's daily limit for files has been reached. Wait the number of seconds given in Retry-After.",
  busy: "The service is busy. Wait the number of seconds given in Retry-After.",
  server_error:
    "Something went wrong on our side. Try again. If it keeps happening, give the operator the X-Request-Id.",
  messenger_unavailable: "The network did not respond. Try again in a moment.",
  unavailable: "The request can't be completed right now. Try again after the number of seconds given in Retry-After.",
  person_unknown: "The network can't identify this person yet. Try again in a moment.",
};

/**
 * Every `code` that an error response can have, with its HTTP statuses, most common first. Spec: Errors. `bad_request`
 * is also used with 405, 413 and 426.
 */
export const ERROR_CODES = {
  bad_request: [400, 405, 413, 415, 426],
  unauthenticated: [401],
  key_not_allowed: [403],
  ip_not_allowed: [403],
  account_suspended: [403],
  plan_limit: [403, 429],
  feature_not_included: [403],
  instance_not_found: [404],
  message_not_found: [404],
  chat_not_found: [404],
  group_not_found: [404],
  channel_not_found: [404],
  broadcast_not_found: [404],
  otp_not_found: [404],
  status_not_found: [404],
  not_found: [404],
  not_connected: [409],
  link_refused: [409],
  messenger_restricted: [409],
  new_chats_paused: [409],
  messenger_refused: [409],
  in_progress: [409],
  conflict: [409],
  validation_failed: [422],
  wrong_code: [422],
  no_attempts_left: [422],
  rate_limited: [429],
  limit_reached: [429],
  backlog_full: [429],
  file_budget_used: [429],
  busy: [429],
  server_error: [500],
  messenger_unavailable: [502, 503],
  unavailable: [503],
  person_unknown: [503],
} as const satisfies Record<string, readonly number[]>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Additional codes used only by the panel's own API. */
export const PANEL_ERROR_CODES = { role_not_allowed: [403] } as const satisfies Record<string, readonly number[]>;
export type PanelErrorCode = keyof typeof PANEL_ERROR_CODES;

/**
 * The reasons why a message became `failed`, or why a received message is incomplete. The spec defines only the field;
 * the values are ours (docs/decisions). Spec: Message, `error_code`.
 */
export const SEND_ERROR_CODES = [
  "cancelled",
  "waited_too_long",
  "not_connected",
  "no_receipt",
  "not_on_messenger",
  "messenger_refused",
  "messenger_restricted",
  "new_chats_paused",
  "media_unreachable",
  "file_too_large",
  "media_type_refused",
  "opted_out",
  "chat_not_found",
  "instance_removed",
  "unreadable",
  "unsupported",
  "view_once_withheld",
  "server_error",
] as const;
export type SendErrorCode = (typeof SEND_ERROR_CODES)[number];

/** Codes used only for received messages. Sent messages never fail with them. */
export const RECEIVED_ONLY_CODES = [
  "unreadable",
  "unsupported",
  "view_once_withheld",
] as const satisfies readonly SendErrorCode[];
export type ReceivedOnlyCode = (typeof RECEIVED_ONLY_CODES)[number];

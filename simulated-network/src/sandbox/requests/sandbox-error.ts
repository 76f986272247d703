/** The sandbox API's error codes, each with its HTTP status. */
export const SANDBOX_ERRORS = {
  bad_request: 422,
  forbidden: 403,
  phone_not_found: 404,
  message_not_found: 404,
  chat_not_found: 404,
  media_not_found: 404,
  call_not_found: 404,
  label_not_found: 404,
  contact_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  phone_exists: 409,
  conflict: 409,
  unknown_code: 422,
  code_expired: 409,
  link_failed: 409,
  passkey_required: 409,
  too_large: 413,
  server_error: 500,
} as const;

/** An error code of the sandbox API. */
export type SandboxErrorCode = keyof typeof SANDBOX_ERRORS;

/** A refused request. The message explains what to do instead. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

import type { WireAnswer } from "../wire/wire-answer.ts";

/** Creates an Anthropic error response. @param error_code added to `details` if the type alone is too vague. */
export function anthropicError(
  status: number,
  type: string,
  message: string,
  more: { error_code?: string; headers?: Record<string, string> } = {},
): WireAnswer {
  const details = more.error_code === undefined ? {} : { details: { error_code: more.error_code } };
  return { status, headers: more.headers ?? {}, body: { type: "error", error: { type, message, ...details } } };
}

/** Returns the headers sent with every response. @param id the same id as in the error body. */
export const anthropicHeaders = (id: string): Record<string, string> => ({
  "request-id": id,
  "anthropic-organization-id": "00000000-0000-4000-8000-000000000001",
});

import type { WireAnswer } from "../wire/wire-answer.ts";

/** An Anthropic error body. @param error_code goes into `details` where the type alone is too vague. */
export function anthropicError(
  status: number,
  type: string,
  message: string,
  more: { error_code?: string; headers?: Record<string, string> } = {},
): WireAnswer {
  const details = more.error_code === undefined ? {} : { details: { error_code: more.error_code } };
  return { status, headers: more.headers ?? {}, body: { type: "error", error: { type, message, ...details } } };
}

/** The headers of every answer. @param id the same as in the error body. */
export const anthropicHeaders = (id: string): Record<string, string> => ({
  "request-id": id,
  "anthropic-organization-id": "00000000-0000-4000-8000-000000000001",
});

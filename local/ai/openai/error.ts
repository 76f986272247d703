import type { WireAnswer } from "../wire/wire-answer.ts";

/** Creates an OpenAI error response. */
export function openaiError(
  status: number,
  error: { message: string; type: string; code?: string | null; param?: string | null },
  headers: Record<string, string> = {},
): WireAnswer {
  return { status, headers, body: { error: { param: null, code: null, ...error } } };
}

/** Returns the headers sent with every response. @param id identifies the request. */
export const openaiHeaders = (id: string): Record<string, string> => ({
  "x-request-id": id,
  "openai-version": "2020-10-01",
  "openai-processing-ms": "12",
});

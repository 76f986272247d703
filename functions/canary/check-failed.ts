import type { CanaryAnswer } from "./ask-api.ts";

/** Thrown when the API breaks a promise. The message contains only statuses and codes. */
export class CheckFailed extends Error {}

/**
 * Checks that a response has the expected status. The error contains the actual status and the error code. @throws
 * CheckFailed
 */
export function expectStatus(answer: CanaryAnswer, status: number): void {
  if (answer.status === status) return;
  const code = codeOf(answer.body);
  throw new CheckFailed(`responded with ${answer.status}${code ? ` (${code})` : ""} instead of ${status}`);
}

/** Returns the stable `code` of an error response, or null if it has none. */
export function codeOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "string" ? body.code : null;
}

import type { CanaryAnswer } from "./ask-api.ts";

/** The API did not do what it promises. The sentence contains only statuses and codes. */
export class CheckFailed extends Error {}

/** Requires a response to have this status; the error names the actual one and its code. @throws CheckFailed */
export function expectStatus(answer: CanaryAnswer, status: number): void {
  if (answer.status === status) return;
  const code = codeOf(answer.body);
  throw new CheckFailed(`answered ${answer.status}${code ? ` (${code})` : ""} in place of ${status}`);
}

/** The stable `code` of an error response; null if there is none. */
export function codeOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "string" ? body.code : null;
}

import type { ProviderReply } from "./provider-outcome.ts";

/**
 * The longest pause that is respected. A provider that requests a longer pause is called again after this time.
 * Rationale: decision 0102.
 */
const LONGEST_SEC = 60;

/**
 * Returns how long a response asks to pause, in seconds from 1 to 60. The pause is taken from `retry-after-ms` or,
 * failing that, from `retry-after`, which contains seconds or a date.
 * @returns null if the response doesn't ask for a pause.
 */
export function retryAfterSec({ headers }: Pick<ProviderReply, "headers">, now: Date): number | null {
  const ms = numberOf(headers["retry-after-ms"]);
  const sec = ms === null ? (numberOf(headers["retry-after"]) ?? untilDate(headers["retry-after"], now)) : ms / 1000;
  return sec === null ? null : Math.min(Math.max(Math.ceil(sec), 1), LONGEST_SEC);
}

const numberOf = (text: string | undefined) => (text && /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : null);

function untilDate(text: string | undefined, now: Date): number | null {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : (at - now.getTime()) / 1000;
}

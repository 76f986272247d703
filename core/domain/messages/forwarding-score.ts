/**
 * The highest forwarding score. Phones show a single arrow on a forwarded message, or two arrows if the score is five
 * or more.
 */
export const MOST_FORWARDED = 127;
/** The score at which phones start to show that a message was forwarded many times. */
const MANY_TIMES = 5;

/**
 * Returns a forwarded message's score. @param before the original's score, or undefined if the original wasn't
 * forwarded itself.
 */
export const scoreOfForward = (before: number | undefined): number => Math.min(MOST_FORWARDED, (before ?? 0) + 1);

/** Returns the fields that show a message's score, or an empty object if the message wasn't forwarded. */
export function forwardingView(score: number | undefined): { forwarded?: true; frequently_forwarded?: true } {
  if (score === undefined || score <= 0) return {};
  return { forwarded: true, ...(score >= MANY_TIMES && { frequently_forwarded: true }) };
}

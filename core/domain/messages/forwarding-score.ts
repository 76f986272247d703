/** The highest forwarding score. Phones show one arrow for a forwarded message, and two from a score of five. */
export const MOST_FORWARDED = 127;
/** From this score on, phones show that a message was forwarded many times. */
const MANY_TIMES = 5;

/**
 * Returns the score of a forwarded message. @param before the original's score; undefined if it was written in its
 * chat.
 */
export const scoreOfForward = (before: number | undefined): number => Math.min(MOST_FORWARDED, (before ?? 0) + 1);

/** Returns the fields that show a message's score; none if it was written in its chat. */
export function forwardingView(score: number | undefined): { forwarded?: true; frequently_forwarded?: true } {
  if (score === undefined || score <= 0) return {};
  return { forwarded: true, ...(score >= MANY_TIMES && { frequently_forwarded: true }) };
}

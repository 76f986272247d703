/** The highest forwarding score. Phones show one arrow on a forwarded message, or two from a score of five. */
export const MOST_FORWARDED = 127;
/** The score from which phones show that a message was forwarded many times. */
const MANY_TIMES = 5;

/**
 * Returns the score of a forwarded message. @param before the original's score; undefined if the original was written
 * in its own chat.
 */
export const scoreOfForward = (before: number | undefined): number => Math.min(MOST_FORWARDED, (before ?? 0) + 1);

/** Returns the fields that show a message's score; empty if the message was written in its own chat. */
export function forwardingView(score: number | undefined): { forwarded?: true; frequently_forwarded?: true } {
  if (score === undefined || score <= 0) return {};
  return { forwarded: true, ...(score >= MANY_TIMES && { frequently_forwarded: true }) };
}

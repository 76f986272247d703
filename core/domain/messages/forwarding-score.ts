/** The highest forwarding score. Phones show one arrow for a forwarded message and two from a score of five on. */
export const MOST_FORWARDED = 127;

/** The score of a forward. @param before the original's score; undefined: it was written here. */
export const scoreOfForward = (before: number | undefined): number => Math.min(MOST_FORWARDED, (before ?? 0) + 1);

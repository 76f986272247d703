/** Phones show one arrow for a message that was forwarded, two from five times on, and count no further than this. */
export const MOST_FORWARDED = 127;

/** The score of a message that is sent on. @param before that of the message itself; undefined: it was written here. */
export const scoreOfForward = (before: number | undefined): number => Math.min(MOST_FORWARDED, (before ?? 0) + 1);

/** A second, in milliseconds. */
export const SECOND_MS = 1_000;
/** A minute, in milliseconds. */
export const MINUTE_MS = 60 * SECOND_MS;
/** An hour, in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** The allowed lifetimes of disappearing messages in a group, in seconds. 0 turns them off. */
export const DISAPPEARING_SECONDS = [0, 86_400, 604_800, 7_776_000] as const;

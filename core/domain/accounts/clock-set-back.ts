import { MINUTE_MS } from "../../contracts/durations.ts";

/** The most by which the clocks of two processes can differ. */
const APART_MAX_MS = MINUTE_MS;

/**
 * Whether a stored time is so far ahead of ours that it was written before this machine's clock was set back. A limit
 * ignores such a time, because otherwise it would refuse everything until the clock reaches that time again.
 * @param atMs epoch milliseconds.
 */
export const isFromClockAhead = (atMs: number, now: Date): boolean => atMs > now.getTime() + APART_MAX_MS;

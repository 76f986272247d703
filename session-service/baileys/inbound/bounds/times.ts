import { DAY_MS } from "../../../../core/contracts/durations.ts";
import { wireTime } from "../../../../core/domain/wire-time.ts";
import type { ForeignNumber } from "./foreign.ts";
import { opened } from "./numbers.ts";

/** The earliest time that is plausible on the network. */
const FIRST_MS = Date.UTC(2009);
/** How far in the future a time may be. Clocks differ, and phone clocks can differ by hours. */
const AHEAD_MS = DAY_MS;
/** Announced times after this are ignored. */
const LAST_MS = Date.UTC(2100);

/** When something arrived at the network, and when it was processed. */
export interface Moment {
  /** The time set by the network, already within bounds. */
  at: Date;
  now: Date;
}

/**
 * Returns a time between 2009 and one day from now, or null if the value is outside this range. @param ms since 1970
 */
export function takenTime(ms: number | null, now: Date): Date | null {
  return ms !== null && ms >= FIRST_MS && ms <= now.getTime() + AHEAD_MS ? new Date(ms) : null;
}

/**
 * Returns the time set by someone's phone, which is given in milliseconds. If the value is missing or invalid, returns
 * the network's own time for the stanza.
 */
export const takenPhoneTime = (ms: ForeignNumber | null | undefined, { at, now }: Moment): Date =>
  takenTime(opened(ms), now) ?? at;

/**
 * Returns an announced time in the API's format, or null if it is missing or outside the years 2009 to 2100. @param
 * unitMs the length of the network's time unit.
 */
export function takenAnnounced(given: ForeignNumber | null | undefined, unitMs: number): string | null {
  const count = opened(given);
  const at = count === null ? null : takenEnd(count * unitMs);
  return at && wireTime(at);
}

/**
 * Returns the announced end time of something on the network, from 2009 to 2100, or null if it is missing or outside
 * this range. @param ms since 1970
 */
export const takenEnd = (ms: number | undefined): Date | null =>
  ms !== undefined && ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms) : null;

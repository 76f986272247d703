import { DAY_MS } from "../../../../core/contracts/durations.ts";
import { wireTime } from "../../../../core/domain/wire-time.ts";
import type { ForeignNumber } from "./foreign.ts";
import { opened } from "./numbers.ts";

/** Nothing on the network is older. */
const FIRST_MS = Date.UTC(2009);
/** Clocks differ; those of phones by hours. */
const AHEAD_MS = DAY_MS;
/** Times announced for later than this are ignored. */
const LAST_MS = Date.UTC(2100);

/** When something arrived, and when it was processed. */
export interface Moment {
  /** The network's own time for it, already within bounds. */
  at: Date;
  now: Date;
}

/** A time from 2009 to a day ahead of now; null if it is not in that range. @param ms since 1970 */
export function takenTime(ms: number | null, now: Date): Date | null {
  return ms !== null && ms >= FIRST_MS && ms <= now.getTime() + AHEAD_MS ? new Date(ms) : null;
}

/** The time that someone's phone gives in milliseconds; otherwise the network's own time for the stanza. */
export const takenPhoneTime = (ms: ForeignNumber | null | undefined, { at, now }: Moment): Date =>
  takenTime(opened(ms), now) ?? at;

/**
 * An announced time in the API's format; null if there is none from 2009 to 2100. @param unitMs the length of the
 * network's unit of time.
 */
export function takenAnnounced(given: ForeignNumber | null | undefined, unitMs: number): string | null {
  const count = opened(given);
  const at = count === null ? null : takenEnd(count * unitMs);
  return at && wireTime(at);
}

/** The announced end of something on the network, from 2009 to 2100; null means no such time. @param ms since 1970 */
export const takenEnd = (ms: number | undefined): Date | null =>
  ms !== undefined && ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms) : null;

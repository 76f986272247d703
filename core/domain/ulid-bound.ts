import { decodeTime, encodeTime } from "ulid";

/** The number of characters in a ULID that encode its time. */
const TIME_CHARS = 10;

/**
 * Returns a bound for querying ids by time. It sorts before every id created at or after `at`, and after every earlier
 * one.
 */
export function idBound(prefix: string, at: Date): string {
  return `${prefix}_${encodeTime(Math.max(0, at.getTime()), TIME_CHARS)}`;
}

const ULID = /_([0-9A-HJKMNP-TV-Z]{26})$/;

/** Returns when an id was created, in epoch ms, or null if it isn't one of our ids. */
export function idMadeMs(id: string): number | null {
  const [, ulid] = ULID.exec(id) ?? [];
  return ulid === undefined ? null : decodeTime(ulid);
}

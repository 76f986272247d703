import { decodeTime, encodeTime } from "ulid";

/** Characters of a ULID that hold its time. */
const TIME_CHARS = 10;

/** A text that sorts before every id made at `at` or later and after every earlier one: a bound for ranges of ids. */
export function idBound(prefix: string, at: Date): string {
  return `${prefix}_${encodeTime(Math.max(0, at.getTime()), TIME_CHARS)}`;
}

const ULID = /_([0-9A-HJKMNP-TV-Z]{26})$/;

/** When an id was made, epoch ms; null: it is not one of ours. */
export function idMadeMs(id: string): number | null {
  const [, ulid] = ULID.exec(id) ?? [];
  return ulid === undefined ? null : decodeTime(ulid);
}

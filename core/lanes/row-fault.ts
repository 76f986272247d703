import { DAY_MS } from "../contracts/durations.ts";
import type { Item } from "../store/table.ts";
import { rowQueue } from "./put-row.ts";

/** No row waits this long, and no clock is this far ahead. */
const LONGEST_MS = 400 * DAY_MS;
/** The longest text in one of our keys; the table allows 1,024 bytes. */
const KEY_CHARS = 300;
const ID_CHARS = 200;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A row that no worker can ever process as it is. */
export class UnsoundRow extends Error {
  constructor(sk: string, what: string) {
    super(`A row of the lane can't be worked: ${what}. Its key begins with "${sk.slice(0, 40)}".`);
    this.name = "UnsoundRow";
  }
}

/** Whether a value is an instant in the form used by rows and headers: ISO, UTC, to the millisecond. */
export const isInstant = (value: unknown): value is string =>
  typeof value === "string" && INSTANT.test(value) && !Number.isNaN(Date.parse(value));

/** Whether a value is text that can be part of a key. */
export const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= ID_CHARS;

/** Whether a value is a whole number from 0. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * Returns the fault in the fields that every row in a lane must have; null if the row is sound. Workers check each row
 * before they use it, so that a broken one is quarantined and the others continue.
 * @param queues this lane's queues, by their letters.
 */
export function rowFault(row: Item, queues: string, now: Date): string | null {
  const queue = rowQueue(row.sk);
  if (row.sk.length > KEY_CHARS) return "its key is too long";
  if (queue.length !== 1 || !queues.includes(queue)) return "it is in no queue of this lane";
  const { due, put_at, expires_at, tries, claim } = row;
  if (!isInstant(due)) return "due is no time";
  if (!isInstant(put_at)) return "put_at is no time";
  if (!isInstant(expires_at)) return "expires_at is no time";
  const last = new Date(now.getTime() + LONGEST_MS).toISOString();
  if (due > last || put_at > last || expires_at > last) return "its times lie years ahead";
  if (!isCount(tries)) return "tries is no number";
  if (claim !== undefined && !isCount(claim)) return "claim is no number";
  return null;
}

import { DAY_MS } from "../contracts/durations.ts";
import type { Item } from "../store/table.ts";
import { rowQueue } from "./put-row.ts";

/** A period longer than any row's wait, even if clocks differ. */
const LONGEST_MS = 400 * DAY_MS;
/** The maximum length of a string that becomes part of a key. The table allows keys of up to 1,024 bytes. */
const KEY_CHARS = 300;
const ID_CHARS = 200;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Thrown for a row that no worker can process in its stored form. */
export class UnsoundRow extends Error {
  constructor(sk: string, what: string) {
    super(`A row in the lane can't be processed: ${what}. Its key begins with "${sk.slice(0, 40)}".`);
    this.name = "UnsoundRow";
  }
}

/** Whether a value is an instant in the format used in rows and headers: ISO, UTC, with milliseconds. */
export const isInstant = (value: unknown): value is string =>
  typeof value === "string" && INSTANT.test(value) && !Number.isNaN(Date.parse(value));

/** Whether a value is a string that can be used in a key. */
export const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= ID_CHARS;

/** Whether a value is a non-negative integer. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * Checks the fields that every row in a lane must have. Returns what is wrong with the row, or null if it is valid.
 * Workers check each row before using it, so a broken row is quarantined and doesn't hold up the others.
 * @param queues the letters of the lane's queues.
 */
export function rowFault(row: Item, queues: string, now: Date): string | null {
  const queue = rowQueue(row.sk);
  if (row.sk.length > KEY_CHARS) return "its key is too long";
  if (queue.length !== 1 || !queues.includes(queue)) return "it does not belong to any queue of this lane";
  const { due, put_at, expires_at, tries, claim } = row;
  if (!isInstant(due)) return "due is not a time";
  if (!isInstant(put_at)) return "put_at is not a time";
  if (!isInstant(expires_at)) return "expires_at is not a time";
  const last = new Date(now.getTime() + LONGEST_MS).toISOString();
  if (due > last || put_at > last || expires_at > last) return "its times are years ahead";
  if (!isCount(tries)) return "tries is not a number";
  if (claim !== undefined && !isCount(claim)) return "claim is not a number";
  return null;
}

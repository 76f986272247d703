import { DAY_MS } from "../contracts/durations.ts";
import type { Item } from "../store/table.ts";
import { rowQueue } from "./put-row.ts";

/** Nothing waits as long as this, nor is any clock so far ahead. */
const LONGEST_MS = 400 * DAY_MS;
/** Longer keys are none of ours: those of the table end at 1,024 bytes. */
const KEY_CHARS = 300;
const ID_CHARS = 200;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A row that no worker can ever work as it is. */
export class UnsoundRow extends Error {
  constructor(sk: string, what: string) {
    super(`A row of the lane can't be worked: ${what}. Its key begins with "${sk.slice(0, 40)}".`);
    this.name = "UnsoundRow";
  }
}

/** An instant as rows and headers hold it: ISO, UTC, to the millisecond. */
export const isInstant = (value: unknown): value is string =>
  typeof value === "string" && INSTANT.test(value) && !Number.isNaN(Date.parse(value));

/** A text that may be part of a key. */
export const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= ID_CHARS;

/** A whole number from 0. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * What is wrong with what every row of a lane must have; null: it is sound. Whoever works a lane asks before anything is
 * made of a row, so that one that was written wrong is set aside and the others go on.
 * @param queues the queues of this lane, by their letter.
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

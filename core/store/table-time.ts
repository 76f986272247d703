import { MINUTE_MS, SECOND_MS } from "../contracts/durations.ts";

/**
 * How far the table's clock is ahead of this process's clock, in ms: at least `leastMs`, at most `mostMs`. Negative if
 * the table's clock is behind.
 */
export interface TimeAhead {
  leastMs: number;
  mostMs: number;
}

/** Used before the first response, and for a table that shares this process's clock. */
const SAME_TIME: TimeAhead = { leastMs: 0, mostMs: 0 };

/** Returns how far a table's clock is ahead, even through wrappers around the table. */
export const timeAheadOf = (table: { timeAhead?(): TimeAhead }): TimeAhead => table.timeAhead?.() ?? SAME_TIME;

/**
 * Converts this process's time to the latest time that the table's clock may show. Event ids generated with the result
 * are never skipped by pollers.
 */
export const atTable = (table: { timeAhead?(): TimeAhead }, now: Date): Date =>
  new Date(now.getTime() + timeAheadOf(table).mostMs);

/**
 * The time reported in a response, in epoch ms. It is a whole number of seconds, taken at some moment between sending
 * and receiving.
 */
export interface ToldTime {
  told: number;
  sentAt: number;
  receivedAt: number;
}

/** Clocks drift and get reset, so measurements older than twice this time are discarded. */
const BELIEVED_MS = MINUTE_MS;
/** The maximum clock difference among the many machines that the table runs on. */
const DIFFER_MS = 50;

/**
 * Learns from responses how far ahead the table's clock is. A single response is accurate to one second plus its round
 * trip. Many of them together are accurate to a few milliseconds, because they arrive at different moments within a
 * second.
 */
export class TableTime {
  #present: TimeAhead | null = null;
  #before: TimeAhead | null = null;
  #presentSince = 0;

  learn({ told, sentAt, receivedAt }: ToldTime): void {
    if (receivedAt < sentAt) return; // this process's clock was set back in the meantime
    // Responses contain the time only in whole seconds.
    const seen = { leastMs: told - receivedAt, mostMs: told + SECOND_MS - sentAt };
    const known = this.#present && common(this.#present, this.#before);
    if (!this.#present || !known || !doAgree(known, seen)) {
      this.#before = null; // one of the clocks was set
      this.#begin(seen, receivedAt);
    } else if (Math.abs(receivedAt - this.#presentSince) > BELIEVED_MS) {
      this.#before = this.#present;
      this.#begin(seen, receivedAt);
    } else this.#present = common(this.#present, seen);
  }

  /** How far the table's clock is ahead, or `SAME_TIME` before the first response. */
  get ahead(): TimeAhead {
    if (!this.#present) return SAME_TIME;
    const { leastMs, mostMs } = common(this.#present, this.#before);
    return { leastMs: Math.min(leastMs, mostMs), mostMs: Math.max(leastMs, mostMs) };
  }

  #begin(seen: TimeAhead, at: number): void {
    this.#present = seen;
    this.#presentSince = at;
  }
}

/** Returns the intersection of the two ranges. */
function common(one: TimeAhead, other: TimeAhead | null): TimeAhead {
  if (!other) return one;
  return { leastMs: Math.max(one.leastMs, other.leastMs), mostMs: Math.min(one.mostMs, other.mostMs) };
}

const doAgree = (one: TimeAhead, other: TimeAhead) => {
  const { leastMs, mostMs } = common(one, other);
  return leastMs <= mostMs + DIFFER_MS;
};

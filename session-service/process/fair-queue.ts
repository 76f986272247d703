/** How much work, in ms, can be done for a single chat without a break while other chats wait. docs/decisions/0129. */
const SHARE_MS = 1_000;
/**
 * The maximum time charged to a chat for a single piece of work, because no chat is to blame for an outage of the
 * table.
 */
const MOST_MS = 10 * SHARE_MS;
/** The share of working time that a single chat can use indefinitely. */
const REGAINED = 0.1;

/** A waiting item, and its chat. */
interface Waiting {
  chat: string;
}

/**
 * A queue in which chats never wait long for each other. Items are processed in order, but a chat that has used up its
 * share lets the other chats pass until it has regained some of it. Order within a chat is always preserved.
 */
export class FairQueue<T extends Waiting> {
  #waiting: T[] = [];
  readonly #used = new Map<string, { ms: number; atMs: number }>();
  readonly #monotonicMs: () => number;

  /** @param monotonicMs a clock that never jumps. */
  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  get size(): number {
    return this.#waiting.length;
  }

  every(check: (one: T) => boolean): boolean {
    return this.#waiting.every(check);
  }

  /** Adds an item at the end. */
  add(one: T): void {
    this.#waiting.push(one);
  }

  /** Adds items ahead of all waiting ones. */
  addFirst(more: T[]): void {
    this.#waiting = [...more, ...this.#waiting];
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Removes the next item and returns it, or returns undefined if the queue is empty. */
  take(): T | undefined {
    // The time is read only once. At a later time, a chat would appear to have used less, and its later message could
    // overtake an earlier one.
    const nowMs = this.#monotonicMs();
    this.#forgetOld(nowMs);
    const [first] = this.#waiting;
    if (!first || this.#usedBy(first.chat, nowMs) <= SHARE_MS) return this.#waiting.shift();
    let [at, least] = [0, Number.POSITIVE_INFINITY];
    for (const [n, { chat }] of this.#waiting.entries()) {
      const used = this.#usedBy(chat, nowMs);
      if (used < least) [at, least] = [n, used];
      if (used <= SHARE_MS) break;
    }
    return this.#waiting.splice(at, 1)[0];
  }

  /** Charges a chat for the time its work took. */
  charge(chat: string, ms: number): void {
    const nowMs = this.#monotonicMs();
    this.#used.set(chat, { ms: Math.min(this.#usedBy(chat, nowMs) + ms, MOST_MS), atMs: nowMs });
  }

  #usedBy(chat: string, nowMs: number): number {
    const used = this.#used.get(chat);
    return used ? Math.max(0, used.ms - (nowMs - used.atMs) * REGAINED) : 0;
  }

  #forgetOld(nowMs: number): void {
    if (this.#used.size <= 1_000) return;
    for (const chat of this.#used.keys()) if (this.#usedBy(chat, nowMs) === 0) this.#used.delete(chat);
  }
}

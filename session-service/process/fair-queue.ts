/** How much work of one chat, in ms, can be done in a row although other chats wait. docs/decisions/0129. */
const SHARE_MS = 1_000;
/** The most that one piece of work charges its chat, because an outage of the table is no chat's fault. */
const MOST_MS = 10 * SHARE_MS;
/** The share of the time that one chat can use indefinitely. */
const REGAINED = 0.1;

/** A waiting item, and the chat it belongs to. */
interface Waiting {
  chat: string;
}

/**
 * A queue in which nobody waits long for someone else. It is worked in order, but a chat that has used up its share
 * lets the others pass until it has regained some of it. The order within a chat is always kept.
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

  /** Adds to the end. */
  add(one: T): void {
    this.#waiting.push(one);
  }

  /** Adds before everything that waits. */
  addFirst(more: T[]): void {
    this.#waiting = [...more, ...this.#waiting];
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Removes the next item and returns it; undefined if nothing waits. */
  take(): T | undefined {
    // Read only once: by a later time, a chat would seem to have used less, and its later message could overtake an
    // earlier one.
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

  /** Charges a chat for how long its work took. */
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

import { Lru } from "./lru.ts";

/** How many names to track at any time. Beyond that, the least recently used name's budget is reset. */
const NAMES = 2_000;

/**
 * A budget per name: a number of units that can be spent in a burst, plus one more unit after each interval. It limits
 * the work that one person can cause, without limiting anyone else.
 */
export class WorkBudget {
  readonly #most: number;
  readonly #refillMs: number;
  readonly #monotonicMs: () => number;
  readonly #used = new Lru<{ used: number; atMs: number }>(NAMES);

  /**
   * @param most the full budget. @param refillMs the time in which one unit is refilled. @param monotonicMs a clock
   * that never jumps.
   */
  constructor(most: number, refillMs: number, monotonicMs: () => number) {
    this.#most = most;
    this.#refillMs = refillMs;
    this.#monotonicMs = monotonicMs;
  }

  /** Whether this name's budget is used up. */
  isSpent(name: string): boolean {
    return this.left(name) === 0;
  }

  /** Returns how many units this name may spend now. */
  left(name: string): number {
    return Math.max(0, Math.floor(this.#most - this.#usedBy(name)));
  }

  /** Spends one unit of this name's budget. @returns false if none was left. */
  spend(name: string): boolean {
    if (this.isSpent(name)) return false;
    this.#used.set(name, { used: this.#usedBy(name) + 1, atMs: this.#monotonicMs() });
    return true;
  }

  /** Restores this name's full budget. */
  restore(name: string): void {
    this.#used.delete(name);
  }

  #usedBy(name: string): number {
    const found = this.#used.get(name);
    if (!found) return 0;
    return Math.max(0, found.used - (this.#monotonicMs() - found.atMs) / this.#refillMs);
  }
}

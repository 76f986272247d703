import type { Clock } from "./ports.ts";

/**
 * The longest duration of a single timer. Timers count running time and don't notice clock changes or sleep, so longer
 * waits recheck the clock at this interval.
 */
export const LONGEST_TIMER_MS = 30_000;

/**
 * If the clock is behind by more than this after a wait, it was set back. Smaller differences occur because timers can
 * fire slightly early.
 */
const SET_BACK_MS = 1_000;

/**
 * A clock that runs ahead of a time source by an offset. The offset can only grow. Moving the clock resolves every
 * `until` that has become due.
 */
export class OffsetClock implements Clock {
  readonly #sourceMs: () => number;
  readonly #runs: boolean;
  #offsetMs: number;
  readonly #listeners = new Set<(offsetMs: number) => void>();

  /**
   * @param sourceMs returns the time without the offset, in milliseconds since 1970.
   * @param runs false if the source doesn't advance, in which case a wait ends only when the clock is moved.
   */
  constructor(sourceMs: () => number, offsetMs = 0, runs = true) {
    this.#sourceMs = sourceMs;
    this.#offsetMs = offsetMs;
    this.#runs = runs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): Date {
    return new Date(this.#sourceMs() + this.#offsetMs);
  }

  /** Sets the offset. Ignored if this would set the clock back. */
  setOffset(offsetMs: number): void {
    if (!(offsetMs > this.#offsetMs)) return;
    this.#offsetMs = offsetMs;
    for (const listener of [...this.#listeners]) listener(offsetMs);
  }

  /** @returns a function that stops listening. */
  onMove(listener: (offsetMs: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves after the originally expected time even if the source is set back while waiting. */
  until(at: Date, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      let leftMs = at.getTime() - this.now().getTime() + SET_BACK_MS;
      const finish = () => {
        clearTimeout(timer);
        stopListening();
        signal?.removeEventListener("abort", finish);
        resolve();
      };
      const look = () => {
        clearTimeout(timer);
        const waitMs = Math.min(at.getTime() - this.now().getTime(), leftMs);
        if (waitMs <= 0 || signal?.aborted) return finish();
        if (!this.#runs) return;
        const pauseMs = Math.min(waitMs, LONGEST_TIMER_MS);
        timer = setTimeout(() => {
          leftMs -= pauseMs;
          look();
        }, pauseMs);
      };
      const stopListening = this.onMove(look);
      signal?.addEventListener("abort", finish, { once: true });
      look();
    });
  }
}

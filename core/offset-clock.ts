import type { Clock } from "./ports.ts";

/** The longest single timer: setTimeout takes at most 2^31 - 1 ms, so longer waits are split. */
export const LONGEST_TIMER_MS = 2_000_000_000;

/** A clock ahead of a time source by an offset that only grows. Moving it wakes every `until` that is due. */
export class OffsetClock implements Clock {
  readonly #sourceMs: () => number;
  readonly #runs: boolean;
  #offsetMs: number;
  readonly #listeners = new Set<(offsetMs: number) => void>();

  /**
   * @param sourceMs the time without the offset, as milliseconds since 1970.
   * @param runs false: the source does not advance, so only a move ends a wait.
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

  /** Ignored if it would set the clock back. */
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

  until(at: Date, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const finish = () => {
        clearTimeout(timer);
        stopListening();
        signal?.removeEventListener("abort", finish);
        resolve();
      };
      const look = () => {
        clearTimeout(timer);
        const waitMs = at.getTime() - this.now().getTime();
        if (waitMs <= 0 || signal?.aborted) finish();
        else if (this.#runs) timer = setTimeout(look, Math.min(waitMs, LONGEST_TIMER_MS));
      };
      const stopListening = this.onMove(look);
      signal?.addEventListener("abort", finish, { once: true });
      look();
    });
  }
}

import type { Clock } from "../core/ports.ts";

/** Timers longer than this are re-armed: setTimeout takes at most 2^31 - 1 ms. */
const LONGEST_TIMER_MS = 2_000_000_000;

/**
 * The local gateway's clock: the machine's time plus an offset that only grows. Moving it forward wakes every
 * `until` that has come due and every `onMove` listener (the emulators' timers, other processes).
 */
export class MovableClock implements Clock {
  #offsetMs: number;
  readonly #listeners = new Set<(offsetMs: number) => void>();

  /** @param offsetMs how far ahead of the machine's time the clock starts (kept over restarts by the caller). */
  constructor(offsetMs = 0) {
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Moves to `at` when that is later than now; a clock that ran backwards would break leases and ladders. */
  moveTo(at: Date): void {
    this.setOffset(this.#offsetMs + Math.max(0, at.getTime() - this.now().getTime()));
  }

  /** Takes over another process's offset; ignored when it would move this clock backwards. */
  setOffset(offsetMs: number): void {
    if (offsetMs <= this.#offsetMs) return;
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
        else timer = setTimeout(look, Math.min(waitMs, LONGEST_TIMER_MS));
      };
      const stopListening = this.onMove(look);
      signal?.addEventListener("abort", finish, { once: true });
      look();
    });
  }
}

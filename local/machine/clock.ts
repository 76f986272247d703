import type { Clock } from "../../core/ports.ts";

/** Timers longer than this are re-armed: setTimeout takes at most 2^31 - 1 ms. */
const LONGEST_TIMER_MS = 2_000_000_000;

/**
 * Where a clock's time comes from: the machine's time so far ahead (what runs as processes, which share only that), or
 * an instant of its own, from which it runs on (`runsFrom`) or stands until it is moved (`standsAt`).
 */
export type ClockStart = { aheadOfMachineMs: number } | { runsFrom: Date } | { standsAt: Date };

/**
 * A clock that can be moved forward, never back. A move wakes every `until` that has come due and every `onMove`
 * listener (the emulators' timers, other processes).
 */
export class MovableClock implements Clock {
  /** The time before any move. */
  readonly #unmovedMs: () => number;
  readonly #runs: boolean;
  #offsetMs: number;
  readonly #listeners = new Set<(offsetMs: number) => void>();

  constructor(start: ClockStart) {
    this.#offsetMs = "aheadOfMachineMs" in start ? start.aheadOfMachineMs : 0;
    this.#unmovedMs = sourceOf(start);
    this.#runs = !("standsAt" in start);
  }

  /** How far ahead of the machine's time it is, kept over restarts by the caller; else how far it was moved. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): Date {
    return new Date(this.#unmovedMs() + this.#offsetMs);
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
        else if (this.#runs) timer = setTimeout(look, Math.min(waitMs, LONGEST_TIMER_MS));
      };
      const stopListening = this.onMove(look);
      signal?.addEventListener("abort", finish, { once: true });
      look();
    });
  }
}

function sourceOf(start: ClockStart): () => number {
  if ("aheadOfMachineMs" in start) return () => Date.now();
  if ("standsAt" in start) return () => start.standsAt.getTime();
  const begunAt = performance.now();
  return () => start.runsFrom.getTime() + Math.floor(performance.now() - begunAt);
}

import type { Clock } from "./ports.ts";

/**
 * The longest single timer. A timer counts the machine's running time and does not notice when its clock is set, or
 * when it slept meanwhile, so a longer wait looks at the clock this often.
 */
export const LONGEST_TIMER_MS = 30_000;

/** A clock that is behind by more than this after a wait was set back; timers may also end a little early. */
const SET_BACK_MS = 1_000;

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

  /** Also resolves after as long as it was to take at first, if the source was set back in the meantime. */
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

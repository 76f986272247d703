import type { Clock } from "../../core/ports.ts";

/** Timers longer than this are re-armed: setTimeout takes at most 2^31 - 1 ms. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** The machine's time plus an offset that the parent process moves forward; in the cloud the offset stays 0. */
export class IpcClock implements Clock {
  #offsetMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(offsetMs: number) {
    this.#offsetMs = offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Takes over the parent's offset; ignored when it would turn the clock back. */
  setOffset(offsetMs: number): void {
    if (!(offsetMs > this.#offsetMs)) return;
    this.#offsetMs = offsetMs;
    for (const look of [...this.#waiting]) look();
  }

  until(at: Date, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        signal?.removeEventListener("abort", finish);
        resolve();
      };
      const look = () => {
        clearTimeout(timer);
        const waitMs = at.getTime() - this.now().getTime();
        if (waitMs <= 0 || signal?.aborted) finish();
        else timer = setTimeout(look, Math.min(waitMs, LONGEST_TIMER_MS));
      };
      this.#waiting.add(look);
      signal?.addEventListener("abort", finish, { once: true });
      look();
    });
  }
}

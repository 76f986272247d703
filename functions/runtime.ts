import type { Clock } from "../core/ports.ts";

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => new Date(),
  until(at, signal) {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", finish);
        resolve();
      };
      const look = () => {
        const waitMs = at.getTime() - Date.now();
        if (waitMs <= 0 || signal?.aborted) return finish();
        timer = setTimeout(look, Math.min(waitMs, LONGEST_TIMER_MS));
      };
      signal?.addEventListener("abort", finish, { once: true });
      look();
    });
  },
};

/** setTimeout takes at most 2^31 - 1 ms; a longer wait is several timers in a row. */
const LONGEST_TIMER_MS = 2_000_000_000;

/**
 * The clock of all functions in this process. A gateway on one machine sets one that can be moved, before the first
 * call.
 */
export const runtime: { clock: Clock } = { clock: systemClock };

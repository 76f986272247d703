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

/** setTimeout takes at most 2^31 - 1 ms; longer waits are armed again. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** What the process that hosts the functions may replace before the first call: one machine has a clock that can be moved. */
export const runtime: { clock: Clock } = { clock: systemClock };

import type { MovableClock } from "../machine/clock.ts";
import { keepOn } from "../machine/keep-on.ts";

/** The timer that runs the sweep. */
export interface SweepTimer {
  /** Runs the sweep immediately, in addition to its schedule. */
  sweep(): Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

/**
 * Runs the sweep every `everySec` on the gateway's clock, in place of the cloud's schedule rule. Only one sweep runs at
 * a time.
 */
export function startSweepTimer(clock: MovableClock, everySec: number, run: () => Promise<unknown>): SweepTimer {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let isRunning = false;

  function sweep(): Promise<void> {
    running = running.then(async () => {
      isRunning = true;
      await run().catch(() => undefined); // it has logged its error; the next minute tries again
      isRunning = false;
    });
    return running;
  }

  async function waitAndSweep(): Promise<void> {
    await clock.until(new Date(clock.now().getTime() + everySec * 1000), stopping.signal);
    if (!stopping.signal.aborted) await sweep();
  }

  const ended = keepOn(waitAndSweep, stopping.signal, () => {}); // a sweep has logged its own failure
  return {
    sweep,
    isRunning: () => isRunning,
    stop: async () => {
      stopping.abort();
      await ended;
      await running;
    },
  };
}

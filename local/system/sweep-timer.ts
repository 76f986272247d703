import type { MovableClock } from "../machine/clock.ts";

export interface SweepTimer {
  /** Runs the sweep now, beside its minutes. */
  sweep(): Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** A stand-in for the rule that starts the sweep each minute, on the gateway's clock. One sweep at a time. */
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

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.until(new Date(clock.now().getTime() + everySec * 1000), stopping.signal);
      if (!stopping.signal.aborted) await sweep();
    }
  }

  const ended = loop();
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

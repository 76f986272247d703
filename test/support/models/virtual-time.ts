/** Time that passes only while all code is asleep, for models of several machines. */
export interface VirtualTime {
  /** Returns the time in epoch milliseconds. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /**
   * Lets time pass until the work is done. @throws the work's error, or an error if the work is waiting for something
   * that can never happen.
   */
  run(work: Promise<unknown>): Promise<void>;
}

/** @param start the initial time, in epoch ms. */
export function virtualTime(start: number): VirtualTime {
  let now = start;
  const sleepers: { at: number; wake(): void }[] = [];
  return {
    now: () => now,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
    async run(work) {
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      work.then(end, end);
      for (;;) {
        // Runs all code that can proceed without more time passing. Nothing in these models waits for real time or real
        // I/O.
        await new Promise<void>((resolve) => setImmediate(resolve));
        if (isDone) break;
        const next = sleepers.reduce((best, one, i) => (one.at < (sleepers[best]?.at ?? 0) ? i : best), 0);
        const [sleeper] = sleepers.splice(next, 1);
        if (!sleeper) throw new Error("Everybody waits and nobody sleeps.");
        now = Math.max(now, sleeper.at);
        sleeper.wake();
      }
      await work;
    },
  };
}

/** The number of requests that may be made in quick succession before pacing starts. */
const AT_ONCE = 3;

/** A request made whenever it is triggered, but not too often. */
export interface Paced {
  /**
   * Makes the request immediately, or as soon as the pace allows. If triggered while a request is running, makes
   * another request after it.
   */
  tell(): void;
  stop(): void;
}

/**
 * Limits the pace of a request: a few may be made back to back, but on average there is at most one every `everyMs`.
 * @param ask must never reject. @param atOnce the number of requests that may be made back to back.
 */
export function paced(ask: () => Promise<void>, everyMs: () => number, atOnce = AT_ONCE): Paced {
  let isAsking = false;
  let isToldAgain = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** The time until which the allowed pace has been used up by the requests made so far. */
  let usedMs = 0;

  function tell(): void {
    if (isAsking) isToldAgain = true;
    if (isAsking || waiting !== undefined) return;
    const nowMs = performance.now();
    const fromMs = usedMs - (atOnce - 1) * everyMs();
    waiting = setTimeout(() => void run(), Math.max(0, fromMs - nowMs));
  }

  async function run(): Promise<void> {
    waiting = undefined;
    isAsking = true;
    isToldAgain = false;
    usedMs = Math.max(usedMs, performance.now()) + everyMs();
    await ask();
    isAsking = false;
    if (isToldAgain) tell();
  }

  return {
    tell,
    stop() {
      clearTimeout(waiting);
      waiting = undefined;
      isToldAgain = false;
    },
  };
}

/** Questions that may follow each other at once before the pace holds. */
const AT_ONCE = 3;

/** Something that is asked when it is told, but not too often. */
export interface Paced {
  /** Asks at once, or as soon as the pace allows it. What is told while a question is on its way is asked again. */
  tell(): void;
  stop(): void;
}

/**
 * Paces questions: three may follow each other at once, and over time there is one in every `everyMs`.
 * @param ask never rejects. @param atOnce how many may follow each other.
 */
export function paced(ask: () => Promise<void>, everyMs: () => number, atOnce = AT_ONCE): Paced {
  let isAsking = false;
  let isToldAgain = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** Until when the questions so far have used the pace. */
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

/**
 * The number of seconds to wait after each failed attempt, starting with the first. Spec: Events › Delivery, rule 2.
 */
export const RETRY_DELAYS_SEC = [10, 60, 300, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200] as const;

/** The total number of attempts per event. Spec: Events › Delivery, rule 2. */
export const TRIES = RETRY_DELAYS_SEC.length + 1;

/**
 * Returns when to attempt an event again after a failure.
 * @param failedTries the number of failed attempts so far, including the one that just finished: 1 … 10.
 * @param endedAt when that attempt finished. The wait starts then, so it is never shorter than the ladder specifies.
 * @returns when the next attempt is due, or null once all ten attempts are used up.
 */
export function nextTryAt(failedTries: number, endedAt: Date): Date | null {
  const delaySec = RETRY_DELAYS_SEC[failedTries - 1];
  return delaySec === undefined ? null : new Date(endedAt.getTime() + delaySec * 1000);
}

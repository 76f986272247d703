/**
 * The factor by which test amounts are multiplied: schedules, runs, rounds, widths. The suite uses the smallest amounts
 * that still reveal each mistake its tests must detect. `npm run test:long` sets TEST_TIMES to 10 (`test/run/long.ts`).
 */
const TIMES = Number(process.env.TEST_TIMES ?? "") || 1;

/** Whether this is a long run, in which tests also cover cases that differ only slightly from the suite's cases. */
export const IS_LONG = TIMES > 1;

/** Returns how many times to do something that the suite does `inSuite` times. */
export function times(inSuite: number): number {
  return Math.ceil(inSuite * TIMES);
}

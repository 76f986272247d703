/**
 * By how much to multiply what tests do of their own choice: schedules, runs, rounds, widths. The suite does the least
 * that shows each mistake which its tests must notice; `npm run test:long` sets TEST_TIMES to 10 (`test/run/long.ts`).
 */
const TIMES = Number(process.env.TEST_TIMES ?? "") || 1;

/** Whether this is a long run, in which tests also walk what differs little from what the suite walks. */
export const IS_LONG = TIMES > 1;

/** Returns how often to do what the suite does this often. */
export function times(inSuite: number): number {
  return Math.ceil(inSuite * TIMES);
}

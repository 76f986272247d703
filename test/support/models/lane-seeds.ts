import { times } from "../../run/how-long.ts";

/** Returns the seeds 1 … count (more in a long run), or only the one in the environment variable `LANE_SEED`. */
export function seeds(count: number): number[] {
  const only = Number(process.env.LANE_SEED ?? "");
  return only > 0 ? [only] : Array.from({ length: times(count) }, (_, n) => n + 1);
}

/** The number of seeds to search for one that reveals a mistake. */
const MISTAKE_SEEDS = 8_000;
/**
 * The number of schedules within which a mistake must show up. A rarer mistake would keep the suite searching for
 * minutes.
 */
const SHOWN_WITHIN = 300;

/**
 * Runs schedules with a mistake until the mistake is detected. Ignores `LANE_SEED`.
 * @param from the seed that reveals a mistake that is rarely detected. After a code change, this may be a different
 * seed.
 * @returns null if the mistake is detected soon; otherwise a sentence that explains what to do.
 */
export async function whyUnseen(run: (seed: number) => Promise<string[]>, from = 1): Promise<string | null> {
  const all = Array.from({ length: MISTAKE_SEEDS }, (_, n) => ((from - 1 + n) % MISTAKE_SEEDS) + 1);
  const found = await failingSeed(all, run);
  if (!found) return `No schedule shows it, of ${MISTAKE_SEEDS}.`;
  const played = all.indexOf(found.LANE_SEED) + 1;
  return played <= SHOWN_WITHIN ? null : `It shows after ${played} schedules: start at seed ${found.LANE_SEED}.`;
}

/** Runs schedules until one fails. @returns the failing seed and the faults, or null if no schedule fails. */
export async function failingSeed(
  all: readonly number[],
  run: (seed: number) => Promise<string[]>,
): Promise<{ LANE_SEED: number; violations: string[] } | null> {
  for (const seed of all) {
    const violations = await run(seed);
    if (violations.length > 0) return { LANE_SEED: seed, violations };
  }
  return null;
}

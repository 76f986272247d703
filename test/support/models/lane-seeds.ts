/** How many times more schedules are played than in the suite: `LANE_TIMES=50` is a long run by hand. */
export const LANE_TIMES = Number(process.env.LANE_TIMES ?? "") || 1;

/** Returns the seeds 1 … count, `LANE_TIMES` as many, or the one in the environment variable `LANE_SEED`. */
export function seeds(count: number): number[] {
  const only = Number(process.env.LANE_SEED ?? "");
  return only > 0 ? [only] : Array.from({ length: count * LANE_TIMES }, (_, n) => n + 1);
}

const MUTATION_SEEDS = 8_000;

/**
 * Returns the seeds among which a mistake must show; not narrowed by `LANE_SEED`.
 * @param from the first one, where a mistake that shows rarely was seen; all the others follow.
 */
export const mutationSeeds = (from = 1): number[] =>
  Array.from({ length: MUTATION_SEEDS }, (_, n) => ((from - 1 + n) % MUTATION_SEEDS) + 1);

/** Runs schedules until one fails. @returns its seed and the faults, or null if all held. */
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

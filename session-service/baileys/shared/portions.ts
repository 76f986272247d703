/** A list in portions of so many at most, in its order: the network takes only so much in one question. */
export const portions = <T>(all: readonly T[], atOnce: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) => all.slice(n * atOnce, (n + 1) * atOnce));

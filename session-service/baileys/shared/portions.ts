/** A list in portions of limited size, in order: the network accepts only a limited number in one query. */
export const portions = <T>(all: readonly T[], atOnce: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) => all.slice(n * atOnce, (n + 1) * atOnce));

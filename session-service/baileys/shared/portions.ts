/**
 * Splits a list into portions of limited size, in order, because the network limits the number of items in one query.
 */
export const portions = <T>(all: readonly T[], atOnce: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) => all.slice(n * atOnce, (n + 1) * atOnce));

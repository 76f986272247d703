/**
 * Splits a list into portions of limited size, keeping the order. Needed because the network limits the number of items
 * per query.
 */
export const portions = <T>(all: readonly T[], atOnce: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) => all.slice(n * atOnce, (n + 1) * atOnce));

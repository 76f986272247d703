/** Returns a generator of numbers from 0 to 1 (mulberry32). The same seed produces the same numbers. */
export function chanceFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks an element at random. @throws if the list is empty. */
export function pick<T>(chance: () => number, from: readonly T[]): T {
  const one = from[Math.floor(chance() * from.length)];
  if (one === undefined) throw new Error("There is nothing to pick from.");
  return one;
}

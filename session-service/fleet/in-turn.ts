/** Work that waits for its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a queue for work: a limited number of pieces run at the same time, the others wait in order. */
export function inTurn(atOnce: number): InTurn {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

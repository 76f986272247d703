import { randomFrom } from "../service/random.ts";

/** The kind of request that holds an item: a transaction, or a single write. Reads never conflict. */
export type Holder = "transaction" | "write";

/** The shortest and longest time that a request holds its items, in ms. */
export type HoldMs = Readonly<Record<Holder, readonly [from: number, to: number]>>;

/** Our estimate (docs/decisions). DynamoDB prepares a transaction on each item before it commits it. */
const HOLD_MS: HoldMs = {
  transaction: [6, 15],
  write: [2, 4],
};

/** Thrown, with nothing done, if another request holds some of the items (`held[i]` is true). */
export class ItemsHeld extends Error {
  readonly held: boolean[];
  constructor(held: boolean[]) {
    super("Another request holds one of the items.");
    this.name = "ItemsHeld";
    this.held = held;
  }
}

/** Lets a write continue only while no other request holds its items. */
export interface Conflicts {
  /**
   * Holds the items while `run` works, and for as long as DynamoDB would hold them.
   * @throws ItemsHeld at once if another request holds one of them; like DynamoDB, it never waits.
   */
  hold<T>(items: readonly string[], holder: Holder, run: () => Promise<T>): Promise<T>;
}

/** No conflicts: requests on the same items wait for each other instead of failing. */
export const noConflicts: Conflicts = { hold: (_items, _holder, run) => run() };

/**
 * Imitates DynamoDB's optimistic conflicts: a transaction is refused while any other request holds one of its items,
 * and a single write while a transaction does; single writes to an item run in turn. @param seed for the holding times.
 */
export function conflictsFrom(seed: number, holdMs = HOLD_MS): Conflicts {
  const random = randomFrom(seed);
  const holders = new Map<string, Record<Holder, number>>();

  function isHeld(item: string, against: Holder): boolean {
    const { transaction, write } = holders.get(item) ?? { transaction: 0, write: 0 };
    return transaction > 0 || (against === "transaction" && write > 0);
  }

  function count(items: readonly string[], holder: Holder, by: number): void {
    for (const item of items) {
      const counts = holders.get(item) ?? { transaction: 0, write: 0 };
      counts[holder] += by;
      if (counts.transaction + counts.write > 0) holders.set(item, counts);
      else holders.delete(item);
    }
  }

  return {
    async hold(items, holder, run) {
      const held = items.map((item) => isHeld(item, holder));
      if (held.includes(true)) throw new ItemsHeld(held);
      count(items, holder, 1);
      const [from, to] = holdMs[holder];
      const restMs = from + (to - from) * random();
      try {
        // Waits before the write instead of after it, so that others see the write only when its items are free again.
        await new Promise((resolve) => setTimeout(resolve, restMs));
        return await run();
      } finally {
        count(items, holder, -1);
      }
    },
  };
}

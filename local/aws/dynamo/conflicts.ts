import { randomFrom } from "../service/random.ts";

/**
 * The kind of request that can hold an item: a transaction or a single write. Reads never conflict with other requests.
 */
export type Holder = "transaction" | "write";

/** The minimum and maximum time that a request holds its items, in ms. */
export type HoldMs = Readonly<Record<Holder, readonly [from: number, to: number]>>;

/** Estimated times (docs/decisions). DynamoDB prepares a transaction on each of its items before committing it. */
const HOLD_MS: HoldMs = {
  transaction: [6, 15],
  write: [2, 4],
};

/** Thrown before anything is changed if another request holds some of the items (those for which `held[i]` is true). */
export class ItemsHeld extends Error {
  readonly held: boolean[];
  constructor(held: boolean[]) {
    super("Another request holds one of the items.");
    this.name = "ItemsHeld";
    this.held = held;
  }
}

/** Lets a write proceed only if no other request holds its items. */
export interface Conflicts {
  /**
   * Holds the items while `run` is executing, for as long as DynamoDB would hold them.
   * @throws ItemsHeld immediately if another request holds one of them. Like DynamoDB, it never waits.
   */
  hold<T>(items: readonly string[], holder: Holder, run: () => Promise<T>): Promise<T>;
}

/** Disables conflicts: requests for the same items wait for each other rather than fail. */
export const noConflicts: Conflicts = { hold: (_items, _holder, run) => run() };

/**
 * Imitates DynamoDB's optimistic concurrency control. A transaction is refused while any other request holds one of its
 * items. A single write is refused only while a transaction holds its item. Single writes to the same item run one
 * after another.
 * @param seed determines the holding times.
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
        // Delay before the write rather than after it, so other requests see the write only once its items are free
        // again.
        await new Promise((resolve) => setTimeout(resolve, restMs));
        return await run();
      } finally {
        count(items, holder, -1);
      }
    },
  };
}

import * as z from "zod";
import type { Faults } from "../service/faults.ts";
import { randomFrom } from "../service/random.ts";

/** The path at which simulated faults of the table are set. */
export const TABLE_FAULTS_PATH = "/_table-faults";

const share = z.number().min(0).max(1).default(0);
const Behaviour = z.object({
  /** The minimum and maximum delay of each request, in ms. */
  delay_ms: z.tuple([z.number().min(0), z.number().min(0)]).default([0, 0]),
  /** The share of requests that are throttled. */
  throttled: share,
  /** The share of writes that fail because of a conflict with another transaction. */
  conflicting: share,
  /**
   * The share of requests that are refused as if the role lacked the right, as happens while a policy is being changed.
   */
  refused: share,
  /** With the same seed, the same requests are refused again. */
  seed: z.int().default(1),
});
type Behaviour = z.infer<typeof Behaviour>;

const TABLE_ACTIONS = /^(GetItem|BatchGetItem|Query|PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/;

/**
 * The current simulated faults of the table: delays, throttling, conflicts and refusals. Used by tests of the whole
 * gateway.
 */
export class TableFaults {
  #behaviour: Behaviour = Behaviour.parse({});
  #random = randomFrom(1);

  readonly faults: Required<Faults> = {
    delayMs: (action) => {
      const [from, to] = this.#behaviour.delay_ms;
      return TABLE_ACTIONS.test(action) ? from + (to - from) * this.#random() : 0;
    },
    fail: (action) => {
      if (!TABLE_ACTIONS.test(action)) return null;
      const { throttled, conflicting, refused } = this.#behaviour;
      const drawn = this.#random();
      if (drawn < throttled) return "throttle";
      if (drawn < throttled + conflicting) return "conflict";
      return drawn < throttled + conflicting + refused ? "refuse" : null;
    },
  };

  /** Replaces the simulated faults. `{}` removes all of them. @throws an error with a plain sentence. */
  set(wish: unknown): void {
    const parsed = Behaviour.safeParse(wish);
    if (!parsed.success) throw new Error(`The table's faults are not right: ${parsed.error.message}`);
    this.#behaviour = parsed.data;
    this.#random = randomFrom(parsed.data.seed);
  }
}

import * as z from "zod";
import type { Faults } from "../service/faults.ts";
import { randomFrom } from "../service/random.ts";

/** The path at which the table's behaviour is set. */
export const WEATHER_PATH = "/_table-weather";

const share = z.number().min(0).max(1).default(0);
const Weather = z.object({
  /** Every request takes between these many ms longer. */
  delay_ms: z.tuple([z.number().min(0), z.number().min(0)]).default([0, 0]),
  /** The share of requests that is throttled. */
  throttled: share,
  /** The share of writes that conflicts with another transaction. */
  conflicting: share,
  /** The same seed refuses in the same order. */
  seed: z.int().default(1),
});
type Weather = z.infer<typeof Weather>;

const TABLE_ACTIONS = /^(GetItem|BatchGetItem|Query|PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/;

/** The table's present behaviour: slow, throttled, conflicting. For tests of the whole gateway. */
export class TableWeather {
  #weather: Weather = Weather.parse({});
  #random = randomFrom(1);

  readonly faults: Required<Faults> = {
    delayMs: (action) => {
      const [from, to] = this.#weather.delay_ms;
      return TABLE_ACTIONS.test(action) ? from + (to - from) * this.#random() : 0;
    },
    fail: (action) => {
      if (!TABLE_ACTIONS.test(action)) return null;
      const drawn = this.#random();
      if (drawn < this.#weather.throttled) return "throttle";
      return drawn < this.#weather.throttled + this.#weather.conflicting ? "conflict" : null;
    },
  };

  /** Sets it anew; `{}` is fair weather. @throws a plain sentence. */
  set(wish: unknown): void {
    const parsed = Weather.safeParse(wish);
    if (!parsed.success) throw new Error(`The table's weather is not right: ${parsed.error.message}`);
    this.#weather = parsed.data;
    this.#random = randomFrom(parsed.data.seed);
  }
}

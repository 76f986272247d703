import {
  COUNTERS,
  type Counter,
  DURATION_BOUNDS_MS,
  type Duration,
  type DurationTotal,
  NOT_UNDERSTOOD,
  type SendOutcome,
  type Totals,
} from "../../core/contracts/session-metrics.ts";
import type { Metrics } from "./metrics.ts";

/** Counts since the start of the process. They are never reset. Memory use doesn't depend on the number of events. */
export class MetricTotals implements Metrics {
  readonly #counts = new Map<string, number>(COUNTERS.map((name) => [name, 0]));
  readonly #sends = new Map<string, number>();
  readonly #durations = new Map<string, DurationTotal>();
  readonly #notUnderstood = new Map<string, number>();

  count(counter: Counter, by = 1): void {
    add(this.#counts, counter, by);
  }

  send(outcome: SendOutcome): void {
    add(this.#sends, outcome, 1);
  }

  observe(duration: Duration, ms: number): void {
    const total = this.#durations.get(duration) ?? { count: 0, sum_ms: 0, up_to: DURATION_BOUNDS_MS.map(() => 0) };
    this.#durations.set(duration, {
      count: total.count + 1,
      sum_ms: total.sum_ms + ms,
      up_to: total.up_to.map((times, at) => times + Number(ms <= (DURATION_BOUNDS_MS[at] ?? 0))),
    });
  }

  notUnderstood(query: string): void {
    this.count(NOT_UNDERSTOOD);
    add(this.#notUnderstood, query, 1);
  }

  /** Returns a copy of the current counts. */
  read(): Totals {
    return {
      counts: Object.fromEntries(this.#counts),
      sends: Object.fromEntries(this.#sends),
      durations: Object.fromEntries(this.#durations),
      not_understood: Object.fromEntries(this.#notUnderstood),
    };
  }
}

function add(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

import {
  COUNTERS,
  type Counter,
  type Duration,
  ESSENTIAL_METRICS,
  type Gauges,
  NOT_UNDERSTOOD,
  type SendOutcome,
  SILENT_AT_ZERO,
} from "../../core/contracts/session-metrics.ts";

/** The operator's counters. They never identify a person, a number, or an instance. */
export interface Metrics {
  count(counter: Counter, by?: number): void;
  send(outcome: SendOutcome): void;
  observe(duration: Duration, ms: number): void;
  /** @param query the query's name and number. */
  notUnderstood(query: string): void;
}

/** The maximum number of values per metric that CloudWatch accepts per line. */
const VALUES_MAX = 100;
/**
 * Counters are written even if they are 0, to distinguish "nothing happened" from "nothing was measured". In a stage
 * that isn't closely monitored, only the gauges make this distinction.
 */
const zeros = () => new Map<Counter, number>(COUNTERS.map((name) => [name, 0]));

type Unit = "Count" | "Milliseconds";

/**
 * Metrics in CloudWatch's embedded format: JSON lines in the ordinary log, from which CloudWatch creates metrics. They
 * are not sent over the network, so writing metrics never has to wait.
 */
export class EmbeddedMetrics implements Metrics {
  readonly #namespace: string;
  readonly #write: (line: string) => void;
  readonly #isEssentialOnly: boolean;
  #counts = zeros();
  #sends = new Map<SendOutcome, number>();
  #durations = new Map<Duration, number[]>();
  #notUnderstood = new Map<string, number>();

  /**
   * @param namespace the CloudWatch namespace. @param write writes a single line, passed without its line break.
   * @param isEssentialOnly omits metrics that only a closely monitored stage has.
   */
  constructor(namespace: string, write: (line: string) => void, isEssentialOnly = false) {
    this.#namespace = namespace;
    this.#write = write;
    this.#isEssentialOnly = isEssentialOnly;
  }

  count(counter: Counter, by = 1): void {
    this.#counts.set(counter, (this.#counts.get(counter) ?? 0) + by);
  }

  send(outcome: SendOutcome): void {
    this.#sends.set(outcome, (this.#sends.get(outcome) ?? 0) + 1);
  }

  notUnderstood(query: string): void {
    this.count(NOT_UNDERSTOOD);
    this.#notUnderstood.set(query, (this.#notUnderstood.get(query) ?? 0) + 1);
  }

  observe(duration: Duration, ms: number): void {
    const values = this.#durations.get(duration) ?? [];
    this.#durations.set(duration, values);
    // If a minute has more values than fit in a line, drop the rest.
    if (values.length < VALUES_MAX) values.push(ms);
  }

  /** Writes the counts since the last flush, and the current gauges. */
  flush(now: Date, { sessions, ShardsHeld, LaneAge }: Gauges): void {
    const durations = Object.fromEntries(this.#durations);
    this.#line(
      now,
      { ...Object.fromEntries(this.#counts), ...durations, ShardsHeld, LaneAge },
      (name) => (name === "LaneAge" || name in durations ? "Milliseconds" : "Count"),
      {},
    );
    for (const [outcome, Sends] of this.#sends) this.#line(now, { Sends }, () => "Count", { Outcome: outcome });
    for (const [query, times] of this.#notUnderstood) {
      this.#line(now, { [NOT_UNDERSTOOD]: times }, () => "Count", { Query: query });
    }
    for (const [status, Sessions] of Object.entries(sessions)) {
      this.#line(now, { Sessions }, () => "Count", { Status: status });
    }
    this.#counts = zeros();
    this.#sends = new Map();
    this.#durations = new Map();
    this.#notUnderstood = new Map();
  }

  #line(
    now: Date,
    measured: Record<string, number | number[]>,
    unitOf: (name: string) => Unit,
    dimensions: Record<string, string>,
  ): void {
    const isWritten = (name: string, value: number | number[]) =>
      !this.#isEssentialOnly || (ESSENTIAL_METRICS.includes(name) && !(value === 0 && SILENT_AT_ZERO.includes(name)));
    const values = Object.fromEntries(Object.entries(measured).filter(([name, value]) => isWritten(name, value)));
    if (Object.keys(values).length === 0) return;
    const Metrics = Object.keys(values).map((Name) => ({ Name, Unit: unitOf(Name) }));
    const directive = { Namespace: this.#namespace, Dimensions: [Object.keys(dimensions)], Metrics };
    const _aws = { Timestamp: now.getTime(), CloudWatchMetrics: [directive] };
    this.#write(JSON.stringify({ _aws, ...dimensions, ...values }));
  }
}

import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { Gauges, Totals } from "../../core/contracts/session-metrics.ts";
import type { Clock } from "../../core/ports.ts";
import { MetricTotals } from "./metric-totals.ts";
import { EmbeddedMetrics, type Metrics } from "./metrics.ts";

const EVERY_MS = MINUTE_MS;

/** The source of a task's gauges: its supervisor. */
export interface Measured {
  gauges(): Gauges;
}

/** The task's metrics, written once a minute. */
export interface Reported extends Metrics {
  /** Includes the gauges of `measured` from now on. */
  report(measured: Measured): void;
  /** Returns the counts since the start, with the current gauges. The gauges are null until they are first set. */
  read(): Totals & { gauges: Gauges | null };
  /** Writes the remaining counts when the task ends. */
  end(): void;
}

/** @param namespace the CloudWatch namespace of the metrics. */
export function reportMetrics(
  namespace: string,
  clock: Clock,
  write: (line: string) => void,
  isEssentialOnly: boolean,
): Reported {
  const metrics = new EmbeddedMetrics(namespace, write, isEssentialOnly);
  const totals = new MetricTotals();
  const both: readonly Metrics[] = [metrics, totals];
  let measured: Measured | null = null;
  const flush = () => {
    if (measured) metrics.flush(clock.now(), measured.gauges());
  };
  setInterval(flush, EVERY_MS).unref();
  return {
    count: (counter, by) => both.forEach((one) => void one.count(counter, by)),
    send: (outcome) => both.forEach((one) => void one.send(outcome)),
    observe: (duration, ms) => both.forEach((one) => void one.observe(duration, ms)),
    notUnderstood: (query) => both.forEach((one) => void one.notUnderstood(query)),
    read: () => ({ ...totals.read(), gauges: measured?.gauges() ?? null }),
    report: (of) => {
      measured = of;
    },
    end: flush,
  };
}

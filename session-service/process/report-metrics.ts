import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { Gauges } from "../../core/contracts/session-metrics.ts";
import type { Clock } from "../../core/ports.ts";
import { EmbeddedMetrics, type Metrics } from "./metrics.ts";

const EVERY_MS = MINUTE_MS;

/** The source of a task's gauges: its supervisor. */
export interface Measured {
  gauges(): Gauges;
}

/** The task's metrics, written once a minute. */
export interface Reported extends Metrics {
  /** Adds the gauges of `measured` from now on. */
  report(measured: Measured): void;
  /** Writes the remaining counts when the task ends. */
  end(): void;
}

/** @param namespace where CloudWatch files them. */
export function reportMetrics(
  namespace: string,
  clock: Clock,
  write: (line: string) => void,
  isEssentialOnly: boolean,
): Reported {
  const metrics = new EmbeddedMetrics(namespace, write, isEssentialOnly);
  let measured: Measured | null = null;
  const flush = () => {
    if (measured) metrics.flush(clock.now(), measured.gauges());
  };
  setInterval(flush, EVERY_MS).unref();
  return {
    count: (counter, by) => metrics.count(counter, by),
    send: (outcome) => metrics.send(outcome),
    observe: (duration, ms) => metrics.observe(duration, ms),
    notUnderstood: (query) => metrics.notUnderstood(query),
    report: (of) => {
      measured = of;
    },
    end: flush,
  };
}

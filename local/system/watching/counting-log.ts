import { type CountedMetric, LOG_METRICS, UNDEPLOYED_METRICS } from "../../../core/contracts/log-metrics.ts";
import type { Log } from "../../../core/ports.ts";

/** A log, and the number of lines of each kind since startup. In the cloud, CloudWatch counts the same lines. */
export interface CountingLog {
  log: Log;
  counts(): Record<CountedMetric, number>;
  /** Writes a warning consisting of a single sentence, without fields. */
  warn(message: string): void;
}

/** Creates a log that passes lines on and counts them, including those hidden by the log level. */
export function countingLog(log: Log): CountingLog {
  const counts = { ...zeros };
  const counting =
    (write: Log["info"]): Log["info"] =>
    (fields, message) => {
      if (isCounted(fields.metric)) counts[fields.metric] += Number(fields.value) || 0;
      write(fields, message);
    };
  return {
    log: { info: counting(log.info), warn: counting(log.warn), error: counting(log.error) },
    counts: () => ({ ...counts }),
    warn: (message) => log.warn({}, message),
  };
}

const NAMES: readonly CountedMetric[] = [...LOG_METRICS, ...UNDEPLOYED_METRICS];

const zeros = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<CountedMetric, number>; // of every name

const isCounted = (name: unknown): name is CountedMetric => NAMES.some((one) => one === name);

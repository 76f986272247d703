/**
 * Metrics that CloudWatch counts from ordinary log lines, which contain the metric's name and the value to add
 * (`counted`). Nothing is charged while no such line is written.
 */
export const LOG_METRICS = [
  /** Shards that no living task owns, counted at each sweep: their numbers are offline. */
  "ShardsUnowned",
  /** Requests to the key service that failed. */
  "KeyServiceErrors",
  /** A function's work quarantined because it can never succeed; the session service counts its own under this name. */
  "JobsSetAside",
  /** Requests that a route could not answer, unless that may be chance, and those without an answer of ours. */
  "UnansweredRequests",
] as const;
export type LogMetric = (typeof LOG_METRICS)[number];

/** Counted in the same way on one machine; in the cloud nothing counts them, because each name would be charged. */
export const UNDEPLOYED_METRICS = [
  /** Events that an endpoint accepted. */
  "Deliveries",
  /** Posts of events that failed; most are tried again. */
  "DeliveryFailures",
] as const;
export type CountedMetric = LogMetric | (typeof UNDEPLOYED_METRICS)[number];

/** Returns the fields that make a log line count for a metric. */
export const counted = (metric: CountedMetric, value = 1) => ({ metric, value });

/** Returns CloudWatch's filter for the lines that count for a metric. */
export const countedPattern = (metric: LogMetric) => `{ $.metric = "${metric}" }`;

/** The field with the value to add to the metric, in CloudWatch's filter syntax. */
export const COUNTED_VALUE = "$.value";

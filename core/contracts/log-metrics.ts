/**
 * Metrics that CloudWatch counts from ordinary log lines, which carry the metric's name and what is added to it
 * (`counted`). Nothing is charged while no such line comes.
 */
export const LOG_METRICS = [
  /** Shards that no living task owns, each time the sweep looks: their numbers are offline. */
  "ShardsUnowned",
  /** Requests to the key service that failed. */
  "KeyServiceErrors",
  /** Work of a function set aside because it can never succeed; the session service counts its own under this name. */
  "JobsSetAside",
] as const;
export type LogMetric = (typeof LOG_METRICS)[number];

/** Fields by which a log line counts for a metric. */
export const counted = (metric: LogMetric, value = 1) => ({ metric, value });

/** CloudWatch's filter for the lines that count for a metric. */
export const countedPattern = (metric: LogMetric) => `{ $.metric = "${metric}" }`;

/** The field that such a line adds to its metric, as CloudWatch's filter names it. */
export const COUNTED_VALUE = "$.value";

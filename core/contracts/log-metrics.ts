/**
 * Metrics that CloudWatch extracts from ordinary log lines, which contain the metric's name and the value to add
 * (`counted`). They cost nothing as long as no such lines are written.
 */
export const LOG_METRICS = [
  /** Shards that no living task owns, counted at each sweep. Their numbers are offline. */
  "ShardsUnowned",
  /** Failed requests to the key service. */
  "KeyServiceErrors",
  /**
   * Jobs of functions that were quarantined because they can never succeed. The session service counts its own jobs
   * under this name too.
   */
  "JobsSetAside",
  /** Requests that failed in a route for a non-transient reason, and requests that our code never answered. */
  "UnansweredRequests",
] as const;
export type LogMetric = (typeof LOG_METRICS)[number];

/**
 * Metrics counted this way only on a single machine. In the cloud, they aren't counted, because each metric costs money
 * there.
 */
export const UNDEPLOYED_METRICS = [
  /** Events accepted by an endpoint. */
  "Deliveries",
  /** Failed posts of events, most of which are retried. */
  "DeliveryFailures",
] as const;
export type CountedMetric = LogMetric | (typeof UNDEPLOYED_METRICS)[number];

/** Returns the fields that make a log line count toward a metric. */
export const counted = (metric: CountedMetric, value = 1) => ({ metric, value });

/** Returns the CloudWatch filter for log lines that count toward a metric. */
export const countedPattern = (metric: LogMetric) => `{ $.metric = "${metric}" }`;

/** The field that contains the value to add to the metric, in CloudWatch's filter syntax. */
export const COUNTED_VALUE = "$.value";

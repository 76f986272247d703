/**
 * Metrics that CloudWatch extracts from ordinary log lines, which contain the metric's name and the value to add
 * (`counted`). They cost nothing while no such lines are written.
 */
export const LOG_METRICS = [
  /** Shards that no living task owns, counted at each sweep. Their numbers are offline. */
  "ShardsUnowned",
  /** Requests to the key service that failed. */
  "KeyServiceErrors",
  /**
   * Function work that was quarantined because it can never succeed. The session service counts its own work under this
   * name too.
   */
  "JobsSetAside",
  /** Requests that failed in a route for a non-transient reason, and requests that got no answer from our code. */
  "UnansweredRequests",
] as const;
export type LogMetric = (typeof LOG_METRICS)[number];

/**
 * Metrics counted this way only on a single machine. In the cloud, they aren't counted, because each metric costs money
 * there.
 */
export const UNDEPLOYED_METRICS = [
  /** Events that an endpoint accepted. */
  "Deliveries",
  /** Failed posts of events, most of which are retried. */
  "DeliveryFailures",
] as const;
export type CountedMetric = LogMetric | (typeof UNDEPLOYED_METRICS)[number];

/** Returns the fields that make a log line count toward a metric. */
export const counted = (metric: CountedMetric, value = 1) => ({ metric, value });

/** Returns the CloudWatch filter for log lines that count toward a metric. */
export const countedPattern = (metric: LogMetric) => `{ $.metric = "${metric}" }`;

/** The field with the value to add to the metric, in CloudWatch's filter syntax. */
export const COUNTED_VALUE = "$.value";

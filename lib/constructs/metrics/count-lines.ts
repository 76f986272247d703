import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { COUNTED_VALUE, countedPattern, type LogMetric } from "../../../core/contracts/log-metrics.ts";
import { ENV } from "../../../core/env.ts";
import type { StageConfig } from "../../config.ts";
import { envNames, type FunctionWiring } from "../../wiring.ts";
import { metricsNamespace } from "./own-metrics.ts";

/**
 * Makes CloudWatch derive these metrics from log lines. As long as no such line is written, a metric has no values and
 * costs nothing.
 */
export function countLines(logGroup: LogGroup, config: StageConfig, metrics: readonly LogMetric[]): void {
  for (const metric of metrics) {
    new MetricFilter(logGroup, metric, {
      logGroup,
      filterPattern: FilterPattern.literal(countedPattern(metric)),
      metricNamespace: metricsNamespace(config),
      metricName: metric,
      metricValue: COUNTED_VALUE,
    });
  }
}

/**
 * Makes CloudWatch count requests in the API's access log that got a 5xx from API Gateway itself, because their
 * function crashed, timed out or was never called. No function logs such requests.
 */
export function countUnansweredCalls(accessLog: LogGroup, config: StageConfig): void {
  new MetricFilter(accessLog, "UnansweredRequests" satisfies LogMetric, {
    logGroup: accessLog,
    // API Gateway writes a dash for a variable without a value.
    filterPattern: FilterPattern.literal('{ $.status = "5*" && $.integration_error != "-" }'),
    metricNamespace: metricsNamespace(config),
    metricName: "UnansweredRequests" satisfies LogMetric,
    metricValue: "1",
  });
}

/** Returns the metrics to count in a function's log: its own metrics, and KMS failures if the function uses KMS. */
export const countsOf = ({ uses, counts = [] }: Pick<FunctionWiring, "uses" | "counts">): LogMetric[] =>
  envNames(uses).includes(ENV.kmsKeyId) ? [...counts, "KeyServiceErrors"] : counts;

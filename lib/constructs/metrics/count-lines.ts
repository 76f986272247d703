import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { COUNTED_VALUE, countedPattern, type LogMetric } from "../../../core/contracts/log-metrics.ts";
import { ENV } from "../../../core/env.ts";
import type { StageConfig } from "../../config.ts";
import { envNames, type FunctionWiring } from "../../wiring.ts";
import { metricsNamespace } from "./own-metrics.ts";

/** Makes CloudWatch count these metrics from log lines. Without such a line there is no value, and no charge. */
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
 * Makes CloudWatch count, in the API's access log, requests that ended with a 5xx of API Gateway itself, because their
 * function crashed, ran out of time or was not called: no function writes a line about these.
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

/** Returns the metrics counted from a function's log: its own, and key service failures if it uses that service. */
export const countsOf = ({ uses, counts = [] }: Pick<FunctionWiring, "uses" | "counts">): LogMetric[] =>
  envNames(uses).includes(ENV.kmsKeyId) ? [...counts, "KeyServiceErrors"] : counts;

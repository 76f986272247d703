import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { LogMetric } from "../../../core/contracts/log-metrics.ts";
import type { Counter, Duration, Gauges, SendOutcome } from "../../../core/contracts/session-metrics.ts";
import type { StageConfig } from "../../config.ts";

/** The namespace of the gateway's own metrics. */
export const metricsNamespace = ({ stage }: Pick<StageConfig, "stage">) => `MessagingGateway/${stage}`;

/** Returns the gateway's own metrics, keyed by the names they are written under. */
export function ownMetrics(config: Pick<StageConfig, "stage">) {
  const namespace = metricsNamespace(config);
  const metric = (metricName: string, statistic: string, dimensionsMap?: Record<string, string>) =>
    new Metric({ namespace, metricName, statistic, ...(dimensionsMap && { dimensionsMap }) });
  return {
    count: (name: Counter) => metric(name, "Sum"),
    // Metrics counted from log lines.
    counted: (name: LogMetric) => metric(name, "Sum"),
    // The sweep reports the current number of unowned shards once a minute while there are any.
    shardsUnowned: () => metric("ShardsUnowned" satisfies LogMetric, "Maximum"),
    // Each task reports how many shards it owns once a minute, even if it owns none, so the number of samples equals
    // the number of working tasks.
    reportingTasks: () => metric("ShardsHeld", "SampleCount"),
    gauge: (name: Exclude<keyof Gauges, "sessions">) => metric(name, "Maximum"),
    duration: (name: Duration, statistic: string) => metric(name, statistic),
    sends: (outcome: SendOutcome) => metric("Sends", "Sum", { Outcome: outcome }),
    // Each task reports its own sessions once a minute, so the sum covers all tasks.
    sessions: (status: string) => metric("Sessions", "Sum", { Status: status }),
  };
}

export type OwnMetrics = ReturnType<typeof ownMetrics>;

import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { RECEIVED_ONLY_CODES, SEND_ERROR_CODES } from "../../../core/contracts/error-codes.ts";
import { INSTANCE_STATUSES } from "../../../core/contracts/instance.ts";
import type { StageConfig } from "../../config.ts";
import { panelFunctionName } from "../../panel-paths.ts";
import type { GatewayFunction } from "../gateway-function.ts";
import type { LaneQueues } from "../lane-queues.ts";
import { ownMetrics } from "../metrics/own-metrics.ts";
import type { PublicApi } from "../public-api.ts";
import { tableMetric } from "./table-alarms.ts";

/** The parts of the service shown on the dashboard. */
export interface Shown {
  api: PublicApi;
  queues: LaneQueues;
  /** The dead-letter queues, by the label of their line in the graph. */
  deadLetters: Record<string, IQueue>;
  canary: GatewayFunction;
  tableName: string;
}

/** A graph on the dashboard. */
export interface Plotted {
  title: string;
  left: Metric[];
  right?: Metric[];
  /** The region of the metrics, if it differs from the stage's. */
  region?: string;
}

/**
 * Returns all of the dashboard's graphs. A stage without close monitoring doesn't record metrics for replies and sends,
 * so it doesn't have graphs for them.
 */
export function plottedMetrics(config: StageConfig, shown: Shown): Plotted[] {
  const closely = config.isWatchedClosely ? traffic(config) : [];
  const ofPanel = config.hasPanel ? [panel(config)] : [];
  return [...closely, ...numbers(config), ...requests(shown), ...ofPanel, ...table(shown), ...failures(shown), COST];
}

/**
 * The panel's graph only includes the function that open pages poll, because the first 50 metrics of a dashboard are
 * free. The function is in a later stack, so it is referenced by name. The responses of the other panel functions, and
 * all failures, are part of the API's metrics.
 */
function panel({ stage }: StageConfig): Plotted {
  const calls = new Metric({
    namespace: "AWS/Lambda",
    metricName: "Invocations",
    dimensionsMap: { FunctionName: panelFunctionName(stage, "panel-chats") },
    statistic: "Sum",
  });
  return { title: "Panel: requests from open pages", left: [calls.with({ label: "requests" })] };
}

function traffic(config: StageConfig): Plotted[] {
  const own = ownMetrics(config);
  const failures = SEND_ERROR_CODES.filter((code) => !RECEIVED_ONLY_CODES.some((one) => one === code));
  return [
    {
      title: "Replies: from acceptance to the network's acknowledgement (ms)",
      left: [own.duration("ReplyAge", "p50"), own.duration("ReplyAge", "p95")].map((metric) =>
        metric.with({ label: metric.statistic }),
      ),
    },
    {
      title: "Sends by outcome",
      left: (["sent", ...failures] as const).map((outcome) => own.sends(outcome).with({ label: outcome })),
    },
  ];
}

function numbers(config: StageConfig): Plotted[] {
  const own = ownMetrics(config);
  return [
    {
      title: "Sessions by status",
      left: INSTANCE_STATUSES.map((status) => own.sessions(status).with({ label: status })),
    },
    { title: "Longest-waiting lane (ms)", left: [own.gauge("LaneAge")] },
    {
      title: "Connections refused, work quarantined, shards without an owner",
      left: [own.count("ConnectionAlarms"), own.count("JobsSetAside"), own.shardsUnowned()],
      right: [own.reportingTasks().with({ label: "tasks" })],
    },
  ];
}

function requests({ api, canary }: Shown): Plotted[] {
  return [
    {
      title: "API: requests",
      left: [api.clientErrors().with({ label: "4xx" }), api.serverErrors().with({ label: "5xx" })],
      right: [api.requests().with({ label: "all" })],
    },
    { title: "API: response time (ms)", left: ["p50", "p99"].map((p) => api.latency(p).with({ label: p })) },
    {
      title: "Canary",
      left: [canary.lambda.metricErrors().with({ label: "runs that failed" })],
      right: [canary.lambda.metricInvocations().with({ label: "runs" })],
    },
  ];
}

function table({ tableName }: Shown): Plotted[] {
  return [
    {
      title: "Table: units used",
      left: ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"].map((name) => tableMetric(tableName, name)),
    },
    {
      title: "Table: conflicts and throttles",
      left: ["TransactionConflict", "ReadThrottleEvents", "WriteThrottleEvents"].map((name) =>
        tableMetric(tableName, name),
      ),
    },
  ];
}

function failures({ deadLetters, queues }: Shown): Plotted[] {
  return [
    {
      title: "Dead letters",
      left: Object.entries(deadLetters).map(([label, queue]) =>
        queue.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum", label }),
      ),
    },
    {
      title: "Webhooks and answers: longest-waiting wake-up (s)",
      left: Object.entries({ webhooks: queues.endpointQueue, answers: queues.chatQueue }).map(([label, queue]) =>
        queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum", label }),
      ),
    },
  ];
}

/**
 * The cost of the whole account rather than just the stage. AWS publishes no other cost metric, and publishes this one
 * only in this region and only on request.
 */
const COST: Plotted = {
  title: "Cost of the whole account this month (USD; billing alerts must be turned on)",
  left: [
    new Metric({
      namespace: "AWS/Billing",
      metricName: "EstimatedCharges",
      dimensionsMap: { Currency: "USD" },
      statistic: "Maximum",
      region: "us-east-1",
    }),
  ],
  region: "us-east-1",
};

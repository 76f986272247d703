import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { AdminNotices } from "./admin-notices.ts";
import type { AlarmRules, Alarms } from "./alarms.ts";
import type { BusForwarding } from "./bus-forwarding.ts";
import type { GatewayFunction } from "./gateway-function.ts";
import type { LaneQueues } from "./lane-queues.ts";
import type { PublicApi } from "./public-api.ts";

interface Watched {
  queues: LaneQueues;
  notices: AdminNotices;
  forwarding: BusForwarding;
  api: PublicApi;
  worker: GatewayFunction;
  forwarder: GatewayFunction;
  sweep: GatewayFunction;
  canary: GatewayFunction;
  tableName: string;
}

const LATE_ON_BUS_MS = 15 * MINUTE_MS;

/**
 * Raises the service's alarms. What is bad enough to wake somebody is our choice; each entry of docs/runbook.md says
 * why.
 */
export function raiseServiceAlarms(scope: Construct, alarms: Alarms, watched: Watched): void {
  alarms.raiseAll(scope, { ...queueRules(watched), ...functionRules(watched) });
}

/** Rules on wake-ups, notices and events that did not arrive in time. */
function queueRules({ queues, notices, forwarding, forwarder }: Watched): AlarmRules {
  return {
    "endpoint-dead-letters": {
      meaning: "Wake-ups of webhook deliveries failed five times.",
      metric: deadLetters(queues.endpointDeadLetters),
      when: "at_least",
      threshold: 1,
      minutes: 1,
    },
    "shard-dead-letters": {
      meaning: "Wake-ups of sending numbers were taken five times and never deleted.",
      metric: deadLetters(queues.shardDeadLetters),
      when: "at_least",
      threshold: 1,
      minutes: 1,
    },
    "notify-admins-dead-letters": {
      meaning: "Admins were not told by mail that their webhook is paused.",
      metric: deadLetters(notices.deadLetters),
      when: "at_least",
      threshold: 1,
      minutes: 1,
    },
    "forward-to-bus-dead-letters": {
      meaning: "Events or notices did not reach the internal bus within 23 hours and were given up.",
      metric: deadLetters(forwarding.deadLetters),
      when: "at_least",
      threshold: 1,
      minutes: 1,
    },
    "forward-to-bus-late": {
      meaning: "Events and notices reach the internal bus a quarter of an hour late.",
      metric: forwarder.lambda.metric("IteratorAge", { statistic: "Maximum" }),
      when: "at_least",
      threshold: LATE_ON_BUS_MS,
      minutes: 5,
    },
  };
}

/** Rules on functions that fail or stand still, and on a table that refuses. */
function functionRules({ api, worker, sweep, canary, tableName }: Watched): AlarmRules {
  return {
    "sweep-missing": {
      meaning: "No sweep has succeeded for five minutes: a lost wake-up would stay lost.",
      metric: new MathExpression({
        label: "sweeps that succeeded",
        expression: "FILL(started, 0) - FILL(failed, 0)",
        usingMetrics: {
          started: sweep.lambda.metricInvocations(),
          failed: sweep.lambda.metricErrors(),
        },
      }),
      when: "less_than",
      threshold: 1,
      minutes: 5,
      silenceIsBad: true,
    },
    "canary-failing": {
      meaning: "The API does not answer its own canary as it should: customers are likely to see the same.",
      // Lambda writes this metric at each call, 0 when all is well: a canary that is not called is silent.
      metric: canary.lambda.metricErrors(),
      when: "at_least",
      threshold: 1,
      minutes: 2,
      periodMin: 5,
      silenceIsBad: true,
    },
    "worker-errors": {
      meaning: "The worker of webhook deliveries keeps failing: events arrive late.",
      metric: worker.lambda.metricErrors(),
      when: "at_least",
      threshold: 1,
      minutes: 5,
    },
    "api-server-errors": {
      meaning: "Customers get 5xx answers.",
      metric: api.serverErrors().with({ statistic: "Sum" }),
      when: "at_least",
      threshold: 5,
      minutes: 2,
    },
    "function-throttles": {
      meaning: "Function calls were refused for lack of concurrency.",
      // Without a function's name: concurrency is shared by the whole account and region, and so is its lack.
      metric: new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", statistic: "Sum" }),
      when: "at_least",
      threshold: 1,
      minutes: 2,
    },
    "table-throttles": {
      meaning: "The table refused reads or writes: everything is slower.",
      metric: new MathExpression({
        label: "refused reads and writes",
        expression: "FILL(reads, 0) + FILL(writes, 0)",
        usingMetrics: {
          reads: tableMetric(tableName, "ReadThrottleEvents"),
          writes: tableMetric(tableName, "WriteThrottleEvents"),
        },
      }),
      when: "at_least",
      threshold: 1,
      minutes: 3,
    },
  };
}

const deadLetters = (queue: Queue) => queue.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" });

const tableMetric = (tableName: string, metricName: string) =>
  new Metric({ namespace: "AWS/DynamoDB", metricName, dimensionsMap: { TableName: tableName }, statistic: "Sum" });

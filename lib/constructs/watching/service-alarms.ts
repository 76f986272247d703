import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { vaultName } from "../../backup-settings.ts";
import type { StageConfig } from "../../config.ts";
import type { AdminNotices } from "../admin-notices.ts";
import type { GatewayFunction } from "../gateway-function.ts";
import type { LaneQueues } from "../lane-queues.ts";
import { ownMetrics } from "../metrics/own-metrics.ts";
import type { PublicApi } from "../public-api.ts";
import type { TableFollower } from "../table-follower.ts";
import type { AlarmRules, Alarms } from "./alarms.ts";
import { tableRules } from "./table-alarms.ts";

interface Watched {
  config: StageConfig;
  queues: LaneQueues;
  notices: AdminNotices;
  forwarding: TableFollower;
  api: PublicApi;
  worker: GatewayFunction;
  chatWorker: GatewayFunction;
  forwarder: GatewayFunction;
  sweep: GatewayFunction;
  canary: GatewayFunction;
  tableName: string;
}

/**
 * Creates the service's alarms. Which of them wake someone up is a design choice; docs/runbook.md gives the reason in
 * each entry.
 */
export function raiseServiceAlarms(scope: Construct, alarms: Alarms, watched: Watched): void {
  alarms.raiseAll(scope, {
    ...queueRules(watched),
    ...functionRules(watched),
    ...tableRules(watched.tableName),
    ...backupRules(watched.config),
  });
}

/** The rule for backups that were never started. Failed backups are reported by a separate AWS Backup event. */
function backupRules({ stage }: StageConfig): AlarmRules {
  return {
    "backup-missing": {
      meaning:
        "The table has not been backed up for two days. If its account or region were lost, more data than that would be lost with it.",
      metric: new Metric({
        namespace: "AWS/Backup",
        metricName: "NumberOfBackupJobsCompleted",
        dimensionsMap: { BackupVaultName: vaultName(stage) },
        statistic: Stats.SUM,
      }),
      when: "less_than",
      silenceIsBad: true,
    },
  };
}

/** Rules for wake-ups, notices and events that aren't processed in time. */
function queueRules({ queues, notices, forwarding, forwarder }: Watched): AlarmRules {
  return {
    "endpoint-dead-letters": {
      meaning: "Wake-ups for webhook deliveries failed five times.",
      metric: deadLetters(queues.endpointDeadLetters),
      when: "at_least",
    },
    "chat-dead-letters": {
      meaning: "Wake-ups for chats that are waiting for an answer failed five times.",
      metric: deadLetters(queues.chatDeadLetters),
      when: "at_least",
    },
    "shard-dead-letters": {
      meaning: "Wake-ups for sending numbers were received five times and never deleted.",
      metric: deadLetters(queues.shardDeadLetters),
      when: "at_least",
    },
    "notify-admins-dead-letters": {
      meaning: "Admins were not notified by mail that their webhook is paused.",
      metric: deadLetters(notices.deadLetters),
      when: "at_least",
    },
    "forward-to-bus-dead-letters": {
      meaning: "Events or notices did not reach the internal bus within 23 hours and were dropped.",
      metric: deadLetters(forwarding.deadLetters),
      when: "at_least",
    },
    "forward-to-bus-late": {
      meaning: "Events and notices are reaching the internal bus late.",
      metric: forwarder.lambda.metric("IteratorAge", { statistic: "Maximum" }),
      when: "at_least",
    },
    "endpoint-queue-late": {
      meaning: "Wake-ups for webhook deliveries are waiting in their queue, so customers get their events late.",
      metric: queues.endpointQueue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" }),
      when: "at_least",
    },
    "chat-queue-late": {
      meaning: "Wake-ups for chats are waiting in their queue, so menus and agents answer late.",
      metric: queues.chatQueue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" }),
      when: "at_least",
    },
    "scheduler-errors": {
      meaning: "Scheduled wake-ups did not reach their queues. The sweep repeats them minutes later.",
      metric: new MathExpression({
        label: "wake-ups that failed or were dropped",
        expression: "FILL(failed, 0) + FILL(dropped, 0)",
        usingMetrics: {
          failed: queues.scheduleMetric("TargetErrorCount"),
          dropped: queues.scheduleMetric("InvocationDroppedCount"),
        },
      }),
      when: "at_least",
    },
  };
}

/** Rules for functions that fail, hang, or are slow. */
function functionRules({ api, worker, chatWorker, sweep, canary, config }: Watched): AlarmRules {
  return {
    "sweep-missing": {
      meaning: "No sweep has succeeded for several minutes, so lost wake-ups are not being recovered.",
      // As with the canary, a single metric covers both cases: its value reports a failed sweep, and missing data means
      // that no sweep was started.
      metric: sweep.lambda.metricErrors(),
      when: "at_least",
      silenceIsBad: true,
    },
    "canary-failing": {
      meaning: "The API does not respond to its own canary as expected. Customers are likely to see the same failures.",
      // Lambda writes this metric on each call, as 0 if all is well. If the canary isn't called, the data is missing.
      metric: canary.lambda.metricErrors(),
      when: "at_least",
      silenceIsBad: true,
    },
    "worker-errors": {
      meaning: "The worker for webhook deliveries keeps failing, so events arrive late.",
      metric: worker.lambda.metricErrors(),
      when: "at_least",
    },
    "chat-worker-errors": {
      meaning: "The worker for chats keeps failing, so menus and agents answer late or not at all.",
      metric: chatWorker.lambda.metricErrors(),
      when: "at_least",
    },
    "api-server-errors": {
      meaning: "Customers are getting 5xx responses.",
      metric: api.serverErrors().with({ statistic: "Sum" }),
      when: "at_least",
    },
    "api-errors-steady": {
      meaning:
        "A few requests keep getting 5xx responses. A single route or a single customer may be failing completely.",
      metric: api.serverErrors().with({ statistic: "Sum" }),
      when: "at_least",
    },
    "api-route-failing": {
      meaning:
        "Requests have been failing without a response for hours. A route that few customers use may not work at all.",
      metric: ownMetrics(config).counted("UnansweredRequests"),
      when: "at_least",
    },
    "api-slow": {
      meaning: "One request in a hundred takes several seconds.",
      metric: new MathExpression({
        label: "the slowest hundredth of the requests, ms",
        expression: `IF(FILL(requests, 0) >= ${config.alarmLimits["api-slow"].atLeast ?? 1}, FILL(p99, 0), 0)`,
        usingMetrics: { requests: api.requests(), p99: api.latency("p99") },
      }),
      when: "at_least",
    },
    "key-service-errors": {
      meaning: "The key service is failing. Secrets can't be decrypted, so requests, deliveries and sessions fail.",
      metric: ownMetrics(config).counted("KeyServiceErrors"),
      when: "at_least",
    },
    "function-throttles": {
      meaning: "Function calls were refused because of insufficient concurrency.",
      // The metric covers all functions, because they share the account's concurrency within a region.
      metric: new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", statistic: "Sum" }),
      when: "at_least",
    },
  };
}

const deadLetters = (queue: IQueue) => queue.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" });

import { HOURS_A_MONTH, PRICES } from "../prices.ts";
import { FREE_WHILE_IDLE } from "./free-while-idle.ts";
import {
  BEAT_EVERY_SEC,
  CONTAINER_INSIGHTS,
  IMAGE_GB,
  LAMBDA_POLLERS,
  LONG_POLL_SEC,
  lookUnitsASec,
  ownMetricCount,
  REFUSED_BYTES_AN_HOUR,
  SCHEDULED,
  SECONDS_A_MONTH,
  TASK_LOG_BYTES_A_MINUTE,
} from "./idle-load.ts";
import { idleTasks, taskOf, variableOf } from "./session-tasks.ts";
import { at, idOf, listOf, ofType, type Resources, type TemplateResource } from "./template.ts";

/** Monthly costs in USD, by line of the bill. */
export type Costs = Record<string, number>;

/** Calculates the price of a resource while no messages are sent. @returns null if the price is unknown. */
export type PriceRule = (resource: TemplateResource, all: Resources) => Costs | null;

const GB = 1e9;
const pollUsd = (SECONDS_A_MONTH / LONG_POLL_SEC) * PRICES.queueRequest.usd;
const logUsd = (bytes: number) => (bytes / GB) * PRICES.logGb.usd;

/** The rules that price each resource type. Types in `FREE_WHILE_IDLE` cost nothing. */
export const PRICE_RULES: Record<string, PriceRule> = {
  ...Object.fromEntries(Object.keys(FREE_WHILE_IDLE).map((type): [string, PriceRule] => [type, () => ({})])),
  "AWS::ECS::Service": tasksAtWork,
  "AWS::ECS::Cluster": ({ Properties }): Costs => {
    const hasInsights = listOf(at(Properties, "ClusterSettings")).some((one) => at(one, "Value") !== "disabled");
    const { metrics, logBytesAnHour } = CONTAINER_INSIGHTS;
    return hasInsights
      ? { "Container Insights": metrics * PRICES.metricMonth.usd + logUsd(HOURS_A_MONTH * logBytesAnHour) }
      : {};
  },
  "AWS::ECS::TaskDefinition": ({ Properties }) => {
    const isEssentialOnly = variableOf(Properties, "ONLY_ESSENTIAL_METRICS") === "1";
    return {
      "Own metrics": ownMetricCount(isEssentialOnly) * PRICES.metricMonth.usd,
      "Stored image": IMAGE_GB * PRICES.imageGbMonth.usd,
    };
  },
  "AWS::EC2::FlowLog": (_, all) => ({ Logs: idleTasks(all) * logUsd(HOURS_A_MONTH * REFUSED_BYTES_AN_HOUR) }),
  "AWS::KMS::Key": () => ({ Keys: PRICES.keyMonth.usd }),
  "AWS::SQS::Queue": waitedAt,
  "AWS::Lambda::EventSourceMapping": ({ Properties }): Costs => {
    // Lambda reads table streams for free, and doesn't poll a queue if the mapping is disabled.
    const isFree = at(Properties, "StartingPosition") !== undefined || at(Properties, "Enabled") === false;
    return isFree ? {} : { "Waiting at queues": LAMBDA_POLLERS * pollUsd };
  },
  "AWS::Events::Rule": ({ Properties }, all) =>
    at(Properties, "ScheduleExpression") === undefined ? {} : scheduled(Properties, all),
  "AWS::CloudWatch::Alarm": ({ Properties }) => {
    const metrics = listOf(at(Properties, "Metrics")).filter((one) => at(one, "MetricStat") !== undefined);
    return { Alarms: Math.max(1, metrics.length) * PRICES.alarmMetricMonth.usd };
  },
  "AWS::CloudWatch::CompositeAlarm": () => ({ Alarms: PRICES.compositeAlarmMonth.usd }),
  // Target tracking creates two alarms, each on one metric.
  "AWS::ApplicationAutoScaling::ScalingPolicy": () => ({ Alarms: 2 * PRICES.alarmMetricMonth.usd }),
  // A distribution is billed by requests and bytes. The only fixed cost is the secret that lets the API recognize the
  // distribution. A command creates the secret in Secrets Manager.
  "AWS::CloudFront::Distribution": ({ Properties }) => ({
    [at(Properties, "DistributionConfig", "WebACLId") === undefined ? "Panel" : "Firewall"]: PRICES.secretMonth.usd,
  }),
  "AWS::WAFv2::WebACL": ({ Properties }) => ({
    Firewall: PRICES.firewallMonth.usd + listOf(at(Properties, "Rules")).length * PRICES.firewallRuleMonth.usd,
  }),
};

/** Calculates the cost of the session tasks: running time, public addresses, table requests, and logs. */
function tasksAtWork(service: TemplateResource, all: Resources): Costs {
  const tasks = idleTasks(all);
  const { vcpu, gb, shards } = taskOf(service, all);
  const hour = vcpu * PRICES.fargateVcpuHour.usd + gb * PRICES.fargateGbHour.usd;
  const isPublic =
    at(service.Properties, "NetworkConfiguration", "AwsvpcConfiguration", "AssignPublicIp") === "ENABLED";
  const asksASec = PRICES.writeUnit.usd / BEAT_EVERY_SEC + lookUnitsASec(tasks, shards) * PRICES.readUnit.usd;
  return {
    "Session tasks": tasks * HOURS_A_MONTH * hour,
    "Public addresses": isPublic ? tasks * HOURS_A_MONTH * PRICES.publicAddressHour.usd : 0,
    "Heartbeats and looks": tasks * SECONDS_A_MONTH * asksASec,
    Logs: tasks * logUsd((SECONDS_A_MONTH / 60) * TASK_LOG_BYTES_A_MINUTE),
  };
}

/**
 * Calculates the cost of a queue. The session tasks poll it continuously, unless it is a dead-letter queue or Lambda
 * polls it.
 */
function waitedAt(queue: TemplateResource, all: Resources): Costs {
  if (!isTasks(queue, all)) return {};
  // Each task polls at least one queue, and each queue is polled by at least one task.
  const queues = ofType(all, "AWS::SQS::Queue").filter((one) => isTasks(one, all)).length;
  const tasks = idleTasks(all);
  return tasks === 0 ? {} : { "Waiting at queues": Math.max(1, tasks / queues) * pollUsd };
}

function isTasks(queue: TemplateResource, all: Resources): boolean {
  const isOf = (reference: unknown) => all.get(idOf(reference) ?? "") === queue;
  const mappings = ofType(all, "AWS::Lambda::EventSourceMapping");
  const isForFailed = /-dead-letters$/.test(String(at(queue.Properties, "QueueName")));
  return !isForFailed && !mappings.some(({ Properties }) => isOf(at(Properties, "EventSourceArn")));
}

/** Calculates the cost of a scheduled function, including all of its requests. */
function scheduled(rule: unknown, all: Resources): Costs | null {
  let target = all.get(idOf(at(rule, "Targets", 0, "Arn")) ?? "");
  if (target?.Type === "AWS::Lambda::Alias") target = all.get(idOf(at(target.Properties, "FunctionName")) ?? "");
  const [file = ""] = String(at(target?.Properties, "Description")).split(" ");
  const load = SCHEDULED[file];
  if (!load) return null;
  const call =
    PRICES.lambdaRequest.usd +
    load.gbSec * PRICES.lambdaGbSecond.usd +
    load.readUnits * PRICES.readUnit.usd +
    load.writeUnits * PRICES.writeUnit.usd +
    load.kmsRequests * PRICES.kmsRequest.usd +
    load.apiRequests * (PRICES.apiRequest.usd + PRICES.lambdaRequest.usd) +
    logUsd(load.logBytes);
  return { "Sweep and canary": (SECONDS_A_MONTH / load.everySec) * call };
}

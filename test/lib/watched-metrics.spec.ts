import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { SEND_ERROR_CODES } from "../../core/contracts/error-codes.ts";
import { INSTANCE_STATUSES } from "../../core/contracts/instance.ts";
import { counted, LOG_METRICS, type LogMetric } from "../../core/contracts/log-metrics.ts";
import { COUNTERS, DURATIONS } from "../../core/contracts/session-metrics.ts";
import { ENV } from "../../core/env.ts";
import { createLog } from "../../core/log.ts";
import { STAGES, stageConfig } from "../../lib/config.ts";
import { envNames, FUNCTIONS, SESSION_SERVICE } from "../../lib/wiring.ts";
import { EmbeddedMetrics } from "../../session-service/process/metrics.ts";
import { START } from "../support/test-clock.ts";
import { BACKUP } from "./backup-stage.ts";
import { PANEL } from "./panel-stage.ts";
import { type StackTemplate, synthesised } from "./synthesised.ts";
import { alarmsOf, metricsOfAlarm, metricsOfDashboard, textOf, type WatchedMetric } from "./watched.ts";

/**
 * Metrics as listed on AWS's own pages, with the dimensions under which each is published. The list was copied from
 * those pages by hand and isn't derived from the templates.
 */
const DOCUMENTED: Record<string, { metrics: string[]; dimensions: string[][] }> = {
  // Lambda, "Types of metrics for Lambda functions". Metrics without a dimension apply to the whole account.
  "AWS/Lambda": {
    metrics: ["Invocations", "Errors", "Throttles", "Duration", "IteratorAge", "ConcurrentExecutions"],
    dimensions: [[], ["FunctionName"]],
  },
  // SQS, "Available CloudWatch metrics for Amazon SQS"
  "AWS/SQS": {
    metrics: ["ApproximateNumberOfMessagesVisible", "ApproximateAgeOfOldestMessage"],
    dimensions: [["QueueName"]],
  },
  // API Gateway, "Monitor CloudWatch metrics for HTTP APIs"
  "AWS/ApiGateway": {
    metrics: ["4xx", "5xx", "Count", "IntegrationLatency", "Latency", "DataProcessed"],
    dimensions: [["ApiId"]],
  },
  // DynamoDB, "DynamoDB Metrics and dimensions"
  "AWS/DynamoDB": {
    metrics: [
      "ConsumedReadCapacityUnits",
      "ConsumedWriteCapacityUnits",
      "ReadThrottleEvents",
      "WriteThrottleEvents",
      "TransactionConflict",
    ],
    dimensions: [["TableName"], ["TableName", "GlobalSecondaryIndexName"]],
  },
  // EventBridge Scheduler, "Monitoring with Amazon CloudWatch"
  "AWS/Scheduler": {
    metrics: [
      "InvocationAttemptCount",
      "TargetErrorCount",
      "TargetErrorThrottledCount",
      "InvocationThrottleCount",
      "InvocationDroppedCount",
    ],
    dimensions: [["ScheduleGroup"]],
  },
  // ECS, "Amazon ECS CloudWatch metrics"
  "AWS/ECS": { metrics: ["CPUUtilization", "MemoryUtilization"], dimensions: [["ClusterName", "ServiceName"]] },
  // CloudWatch, "Amazon ECS Container Insights metrics"
  "ECS/ContainerInsights": { metrics: ["RunningTaskCount"], dimensions: [["ClusterName", "ServiceName"]] },
  // AWS Backup, "AWS Backup metrics with Amazon CloudWatch". The dimension is taken from other projects' alarms, for
  // example in NHSDigital/nhs-notify-reporting.
  "AWS/Backup": {
    metrics: ["NumberOfBackupJobsCompleted", "NumberOfBackupJobsFailed", "NumberOfCopyJobsCompleted"],
    dimensions: [["BackupVaultName"]],
  },
  // Billing, "Create a billing alarm"
  "AWS/Billing": { metrics: ["EstimatedCharges"], dimensions: [["Currency"]] },
};

/** The types of the resources that each dimension identifies. */
const NAMED_BY: Record<string, string> = {
  BackupVaultName: "AWS::Backup::BackupVault",
  FunctionName: "AWS::Lambda::Function",
  QueueName: "AWS::SQS::Queue",
  ApiId: "AWS::ApiGatewayV2::Api",
  TableName: "AWS::DynamoDB::Table",
  ScheduleGroup: "AWS::Scheduler::ScheduleGroup",
  ClusterName: "AWS::ECS::Cluster",
  ServiceName: "AWS::ECS::Service",
};

/** Conflict metrics are published only for tables, not for indexes. */
const OF_TABLES_ONLY = ["TransactionConflict"];

const sortedKeys = (of: object) => Object.keys(of).sort().join();

/** Returns the metrics that the session service writes if everything happens once, as `Name{Dimension=value}`. */
function written(isEssentialOnly: boolean): Set<string> {
  const names = new Set<string>();
  const metrics = new EmbeddedMetrics(
    "x",
    (line) => {
      const { _aws, ...values } = JSON.parse(line) as { _aws: { CloudWatchMetrics: Directive[] } } & Record<
        string,
        unknown
      >;
      for (const { Metrics, Dimensions } of _aws.CloudWatchMetrics)
        for (const { Name } of Metrics)
          for (const keys of Dimensions) names.add(`${Name}{${keys.map((key) => `${key}=${values[key]}`).join()}}`);
    },
    isEssentialOnly,
  );
  for (const counter of COUNTERS) metrics.count(counter);
  for (const outcome of ["sent", ...SEND_ERROR_CODES] as const) metrics.send(outcome);
  for (const duration of DURATIONS) metrics.observe(duration, 1);
  const sessions = Object.fromEntries(INSTANCE_STATUSES.map((status) => [status, 1]));
  metrics.flush(START, { ShardsHeld: 1, LaneAge: 1, sessions });
  return names;
}

interface Directive {
  Metrics: { Name: string }[];
  Dimensions: string[][];
}

STAGES.trial = { stage: "trial", profile: "standard", alarmEmail: "ops@example.com", ...PANEL, ...BACKUP };
afterAll(() => {
  delete STAGES.trial;
});

describe.each(["prod", "dev", "trial"])("every metric that is watched on %s", (stage) => {
  const { data, queues, stream, service, session, panel } = synthesised(stage);
  const stacks: Record<string, StackTemplate> = { data, queues, stream, service, session, panel };
  const config = stageConfig(stage);
  const [dashboard] = service.ofType("AWS::CloudWatch::Dashboard").map(([, one]) => one);
  const shown = dashboard ? metricsOfDashboard(dashboard) : [];
  const inStack = (stack: StackTemplate) => alarmsOf([stack]).flatMap(metricsOfAlarm);
  const own = `MessagingGateway/${stage}`;
  const all = [...inStack(service), ...inStack(session), ...inStack(panel), ...shown];

  /**
   * Returns the type of the resource that a dimension's value identifies. A resource in another stack is found by its
   * export.
   */
  function kindOf(value: unknown, wanted: string | undefined): string | undefined {
    if (typeof value === "string") {
      const named = [service, stream, queues, panel, data]
        .flatMap(({ resources }) => Object.values(resources))
        .find(
          // Resources of different types can share a name, so the type is compared as well.
          ({ Type, Properties: own }) =>
            Type === wanted && [own?.Name, own?.QueueName, own?.FunctionName, own?.BackupVaultName].includes(value),
        );
      return named?.Type;
    }
    const text = JSON.stringify(value);
    const [, from, output] = /messaging-gateway-\w+-(\w+):(\w+)/.exec(text) ?? [];
    const of = from && output ? stacks[from] : undefined;
    const source = of ? JSON.stringify(of.template.toJSON().Outputs[output ?? ""]?.Value) : text;
    const ids = [...source.matchAll(/"([A-Za-z0-9]+)"/g)].map(([, id]) => id ?? "");
    for (const { resources } of of ? [of] : [service, session]) {
      const found = ids.map((id) => resources[id]).find((one) => one !== undefined);
      if (found) return found.Type;
    }
    return undefined;
  }

  /** Metrics counted from log lines, and the logs that contain these lines. */
  const counts = [service, session].flatMap(({ ofType }) =>
    ofType("AWS::Logs::MetricFilter").flatMap(([, { Properties }]) =>
      Properties.MetricTransformations.map((one: Record<string, unknown>) => ({
        ...one,
        pattern: Properties.FilterPattern,
      })),
    ),
  );

  it("of our own is written by the session service or counted from a log, under that name and those dimensions", () => {
    const names = written(!config.isWatchedClosely);
    for (const { MetricNamespace, MetricName } of counts) {
      expect(MetricNamespace).toBe(own);
      names.add(`${MetricName}{}`);
    }
    const watched = all.filter(({ namespace }) => namespace === own);
    expect(watched.length).toBeGreaterThan(5);
    for (const { name, dimensions } of watched) {
      const dims = Object.entries(dimensions).map(([key, value]) => `${key}=${value}`);
      expect(names).toContain(`${name}{${dims.join()}}`);
    }
    const [[, task] = ["", undefined]] = session.ofType("AWS::ECS::TaskDefinition");
    expect(task?.Properties.ContainerDefinitions[0].Environment).toContainEqual({
      Name: "METRICS_NAMESPACE",
      Value: own,
    });
  });

  it("of AWS is one that AWS documents, with dimensions that it publishes", () => {
    for (const { by, namespace, name, dimensions } of all.filter((one) => one.namespace !== own)) {
      const documented = DOCUMENTED[namespace];
      expect(documented?.metrics, `${by}: ${namespace}`).toContain(name);
      const sets = documented?.dimensions.map((keys) => [...keys].sort().join());
      expect(sets, `${by}: ${name}`).toContain(sortedKeys(dimensions));
      if (OF_TABLES_ONLY.includes(name)) expect(Object.keys(dimensions)).toEqual(["TableName"]);
    }
  });

  it("of AWS names a resource of this stage", () => {
    const [[, table] = ["", undefined]] = data.ofType("AWS::DynamoDB::Table");
    const indexes = table?.Properties.GlobalSecondaryIndexes.map(({ IndexName }: { IndexName: string }) => IndexName);
    for (const { by, namespace, dimensions } of all.filter((one) => one.namespace !== own)) {
      for (const [name, value] of Object.entries(dimensions)) {
        if (name === "GlobalSecondaryIndexName") expect(indexes).toContain(value);
        else if (namespace === "AWS/Billing") expect(value).toBe("USD");
        else expect([by, name, kindOf(value, NAMED_BY[name])]).toEqual([by, name, NAMED_BY[name]]);
      }
    }
  });

  it("on the dashboard costs nothing: at most 50, on one dashboard", () => {
    expect(service.ofType("AWS::CloudWatch::Dashboard")).toHaveLength(1);
    expect(session.ofType("AWS::CloudWatch::Dashboard")).toHaveLength(0);
    const distinct = new Set(
      shown.map(({ namespace, name, dimensions }: WatchedMetric) => JSON.stringify([namespace, name, dimensions])),
    );
    expect(shown.length).toBeLessThanOrEqual(50);
    expect(distinct.size).toBeGreaterThan(20);
    if (config.isWatchedClosely) {
      const names = shown.map(({ name }) => name);
      for (const name of [
        "ReplyAge",
        "Sends",
        "Sessions",
        "LaneAge",
        "4xx",
        "5xx",
        "Latency",
        "ConsumedWriteCapacityUnits",
        "TransactionConflict",
        "ApproximateNumberOfMessagesVisible",
        "EstimatedCharges",
      ])
        expect(names).toContain(name);
    }
  });

  it("stands beside the runbook of the version that is deployed", () => {
    const body = JSON.stringify(dashboard?.Properties.DashboardBody);
    const [title] = readFileSync(join(ROOT, "docs/runbook.md"), "utf8").match(/^## session-lanes-stuck$/m) ?? [];
    expect(body).toContain(title);
    expect(textOf(dashboard?.Properties.DashboardName)).toBe(`messaging-gateway-${stage}-<AWS::Region>`);
  });
});

describe("a metric that is counted from a log", () => {
  const { service, session } = synthesised("prod");
  // The access log's filter uses a different kind of pattern, which failing-route.spec.ts tests.
  const filters = [service, session].flatMap(({ ofType, resources }) =>
    ofType("AWS::Logs::MetricFilter")
      .map(([, { Properties }]) => ({
        log: resources[Properties.LogGroupName.Ref]?.Properties.LogGroupName as string,
        pattern: Properties.FilterPattern as string,
        ...(Properties.MetricTransformations[0] as {
          MetricName: LogMetric;
          MetricValue: string;
          DefaultValue?: number;
        }),
      }))
      .filter(({ log }) => !log.endsWith("/access")),
  );
  const logsOf = (metric: LogMetric) =>
    filters
      .filter(({ MetricName }) => MetricName === metric)
      .map(({ log }) => log.replace("/messaging-gateway/prod/", ""));

  it("is counted in the log of each runtime that may write such a line, and costs nothing without one", () => {
    expect(logsOf("ShardsUnowned")).toEqual(["sweep-lanes"]);
    expect(logsOf("JobsSetAside").sort()).toEqual(["work-chat-lane", "work-endpoint-lane"]);
    const usesKey = [...FUNCTIONS, SESSION_SERVICE].filter(({ uses }) => envNames(uses).includes(ENV.kmsKeyId));
    expect(logsOf("KeyServiceErrors").sort()).toEqual(usesKey.map(({ name }) => name).sort());
    for (const filter of filters) expect(filter.DefaultValue).toBeUndefined();
  });

  it.each(LOG_METRICS)("%s is found in a line as the log writes it, and adds what it says", (metric) => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    createLog("test").warn({ ...counted(metric, 3), err: new Error("x") }, "something happened");
    createLog("test").warn({ metric: "another", value: 3 }, "something else");
    write.mockRestore();

    const [filter] = filters.filter(({ MetricName }) => MetricName === metric);
    const [, field = "", wanted] = /^\{ \$\.(\w+) = "(\w+)" \}$/.exec(filter?.pattern ?? "") ?? [];
    const matching = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line[field] === wanted);
    expect(matching).toHaveLength(1);
    expect(filter?.MetricValue).toBe("$.value");
    expect(matching[0]?.value).toBe(3);
  });
});

describe("the budget", () => {
  it("mails whoever gets the alarms at 80 % spent and when the month is likely to pass it, for this stage's tag", () => {
    const { service } = synthesised("prod");
    const subscribers = [{ SubscriptionType: "EMAIL", Address: "operator@example.com" }];
    const at = (NotificationType: string, Threshold: number) => ({
      Notification: { NotificationType, Threshold, ThresholdType: "PERCENTAGE", ComparisonOperator: "GREATER_THAN" },
      Subscribers: subscribers,
    });
    service.template.hasResourceProperties("AWS::Budgets::Budget", {
      Budget: {
        BudgetName: { "Fn::Join": ["", ["messaging-gateway-prod-", { Ref: "AWS::Region" }]] },
        BudgetType: "COST",
        TimeUnit: "MONTHLY",
        BudgetLimit: { Amount: stageConfig("prod").monthlyBudgetUsd, Unit: "USD" },
        CostFilters: { TagKeyValue: ["user:stage$prod"] },
      },
      NotificationsWithSubscribers: [at("ACTUAL", 80), at("FORECASTED", 100)],
    });
  });

  it("without a reader of alarms has no mails, which AWS would refuse", () => {
    const { service } = synthesised("dev");
    const [[, budget] = ["", undefined]] = service.ofType("AWS::Budgets::Budget");
    expect(budget?.Properties.Budget.BudgetLimit.Amount).toBe(stageConfig("dev").monthlyBudgetUsd);
    expect(budget?.Properties).not.toHaveProperty("NotificationsWithSubscribers");
  });
});

import { describe, expect, it } from "vitest";
import { LOG_METRICS } from "../../core/contracts/log-metrics.ts";
import { ESSENTIAL_METRICS, SILENT_AT_ZERO } from "../../core/contracts/session-metrics.ts";
import { ESSENTIAL_ALARMS } from "../../lib/essential-alarms.ts";
import { type Resource, synthesised } from "./synthesised.ts";

const { service, session } = synthesised("dev");
const alarms = [service, session].flatMap(({ ofType }) => ofType("AWS::CloudWatch::Alarm").map(([, alarm]) => alarm));

interface Metric {
  Namespace: string;
  MetricName: string;
}

/** Returns the metrics that an alarm watches. Each adds to the alarm's price. */
function metricsOf({ Properties }: Resource): Metric[] {
  if (!Properties.Metrics) return [Properties];
  return Properties.Metrics.flatMap((one: { MetricStat?: { Metric: Metric } }) => one.MetricStat?.Metric ?? []);
}

describe("the alarms of a small stage", () => {
  it("are the essential ones", () => {
    expect(alarms.map(({ Properties }) => Properties.AlarmName).sort()).toEqual(
      ESSENTIAL_ALARMS.map((id) => `messaging-gateway-dev-${id}`).sort(),
    );
  });

  it("look at nothing that the service does not write there", () => {
    const own = alarms.flatMap(metricsOf).filter(({ Namespace }) => Namespace === "MessagingGateway/dev");
    const names = new Set(own.map(({ MetricName }) => MetricName));
    for (const { MetricName } of own) expect([...ESSENTIAL_METRICS, ...LOG_METRICS]).toContain(MetricName);
    for (const name of ESSENTIAL_METRICS) expect(names).toContain(name);
    const [[, task] = ["", undefined]] = session.ofType("AWS::ECS::TaskDefinition");
    expect(task?.Properties.ContainerDefinitions[0].Environment).toContainEqual({
      Name: "ONLY_ESSENTIAL_METRICS",
      Value: "1",
    });
  });

  it("take silence for 0 where the service writes no 0", () => {
    const silent = alarms.filter((one) => metricsOf(one).some(({ MetricName }) => SILENT_AT_ZERO.includes(MetricName)));
    expect(silent.map(({ Properties }) => Properties.TreatMissingData)).toEqual(
      SILENT_AT_ZERO.map(() => "notBreaching"),
    );
  });

  it("look at few metrics, of which each costs", () => {
    expect(alarms.flatMap(metricsOf).length).toBeLessThanOrEqual(17);
  });

  it("count the tasks by what each of them writes once a minute: there are no Container Insights", () => {
    session.template.hasResourceProperties("AWS::ECS::Cluster", {
      ClusterSettings: [{ Name: "containerInsights", Value: "disabled" }],
    });
    session.template.hasResourceProperties("AWS::CloudWatch::Alarm", {
      AlarmName: "messaging-gateway-dev-session-tasks-missing",
      Namespace: "MessagingGateway/dev",
      MetricName: "ShardsHeld",
      Statistic: "SampleCount",
      Threshold: 1,
      TreatMissingData: "breaching",
    });
  });
});

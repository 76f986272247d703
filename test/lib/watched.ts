import type { Resource, StackTemplate } from "./synthesised.ts";

/** A metric watched by an alarm or the dashboard, with its dimension values as they appear in the template. */
export interface WatchedMetric {
  by: string;
  namespace: string;
  name: string;
  dimensions: Record<string, unknown>;
  /** The alarm's period in seconds. Null for the dashboard, which has its own period. */
  periodSec: number | null;
}

// A metric as written in a template.
interface MetricJson {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
  Period?: number;
}

/** Returns the alarms that watch metrics. */
export const alarmsOf = (stacks: StackTemplate[]): Resource[] =>
  stacks.flatMap(({ ofType }) => ofType("AWS::CloudWatch::Alarm").map(([, alarm]) => alarm));

/** Returns an alarm's metrics: its own, or those in its expression. Each of them adds to the alarm's price. */
export function metricsOfAlarm({ Properties }: Resource): WatchedMetric[] {
  const made = (json: MetricJson, periodSec: number | undefined): WatchedMetric => ({
    by: Properties.AlarmName,
    namespace: json.Namespace,
    name: json.MetricName,
    dimensions: Object.fromEntries((json.Dimensions ?? []).map(({ Name, Value }) => [Name, Value])),
    periodSec: periodSec ?? null,
  });
  if (!Properties.Metrics) return [made(Properties, Properties.Period)];
  return Properties.Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: MetricJson; Period: number } }) =>
    MetricStat ? [made(MetricStat.Metric, MetricStat.Period)] : [],
  );
}

/** Returns the metrics in the dashboard's graphs. */
export function metricsOfDashboard(dashboard: Resource): WatchedMetric[] {
  const tokens: unknown[] = [];
  const joined = dashboard.Properties.DashboardBody["Fn::Join"][1] as unknown[];
  const text = joined.map((part) => (typeof part === "string" ? part : `token-${tokens.push(part) - 1}`)).join("");
  const body = JSON.parse(text) as { widgets: { properties: { metrics?: unknown[][] } }[] };
  const meant = (value: unknown) => tokens[Number(/^token-(\d+)$/.exec(String(value))?.[1])] ?? value;
  return body.widgets.flatMap(({ properties }) =>
    (properties.metrics ?? []).map((row): WatchedMetric => {
      const [namespace, name, ...rest] = row.filter((part) => typeof part !== "object").map(meant);
      const pairs = rest.flatMap((part, n) => (n % 2 === 0 ? [[part, rest[n + 1]]] : []));
      const dimensions = Object.fromEntries(pairs) as Record<string, unknown>;
      return { by: "the dashboard", namespace: String(namespace), name: String(name), dimensions, periodSec: null };
    }),
  );
}

/** Formats a template's text, with `<Name>` in place of values that AWS fills in. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const parts = (value as { "Fn::Join"?: [string, unknown[]] })["Fn::Join"]?.[1];
  return parts ? parts.map(textOf).join("") : `<${(value as { Ref?: string }).Ref}>`;
}

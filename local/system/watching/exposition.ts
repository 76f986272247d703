/** One metric as Prometheus reads it. */
export interface Metric {
  /** Letters, digits and `_`, not beginning with a digit. */
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
}

/** One value. Label names follow the rule of metric names; label values are any text. */
export interface Sample {
  /** Of a histogram: `_bucket`, `_sum` or `_count`, which follows the name. */
  part?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** The type of a body in this format. */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Writes metrics in Prometheus's text format 0.0.4. */
export const exposition = (metrics: readonly Metric[]): string => metrics.map(written).join("\n");

function written({ name, type, help, samples }: Metric): string {
  const lines = samples.map(({ part = "", labels = {}, value }) => `${name}${part}${inBraces(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
}

function inBraces(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

const escaped = (value: string) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

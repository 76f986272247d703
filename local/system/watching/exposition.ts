/** A metric, as Prometheus expects it. */
export interface Metric {
  /** The name. It consists of letters, digits, and `_`, and doesn't start with a digit. */
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
}

/** A single value. Label names follow the same rule as metric names. Label values can be any text. */
export interface Sample {
  /** For a histogram, the name's suffix: `_bucket`, `_sum`, or `_count`. */
  part?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** The content type of a response body in this format. */
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

import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { INDEXES } from "../../../core/store/table.ts";
import type { AlarmRules } from "./alarms.ts";

/** Rules for requests that the table or one of its indexes refused. */
export function tableRules(tableName: string): AlarmRules {
  return {
    "table-throttles": {
      meaning: "The table is refusing reads or writes, so everything is slower.",
      metric: refused([tableMetric(tableName, "ReadThrottleEvents"), tableMetric(tableName, "WriteThrottleEvents")]),
      when: "at_least",
    },
    "index-throttles": {
      meaning:
        "An index of the table is refusing reads or writes. Lists and the sweep are slower, and soon every write will be.",
      metric: refused(
        Object.values(INDEXES).flatMap(({ name }) => [
          tableMetric(tableName, "ReadThrottleEvents", { GlobalSecondaryIndexName: name }),
          tableMetric(tableName, "WriteThrottleEvents", { GlobalSecondaryIndexName: name }),
        ]),
      ),
      when: "at_least",
    },
    "table-conflicts": {
      meaning: "Many requests compete for the same items and are retried. Responses become slow, and then 503.",
      metric: tableMetric(tableName, "TransactionConflict"),
      when: "at_least",
    },
  };
}

/** Returns a per-minute metric of the table or, if `index` is set, of that index. */
export const tableMetric = (tableName: string, metricName: string, index: Record<string, string> = {}) =>
  new Metric({
    namespace: "AWS/DynamoDB",
    metricName,
    dimensionsMap: { TableName: tableName, ...index },
    statistic: "Sum",
  });

/** Returns the sum of several counts. Any of them can be missing. */
function refused(counts: Metric[]): MathExpression {
  return new MathExpression({
    label: "refused reads and writes",
    expression: counts.map((_, n) => `FILL(m${n}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(counts.map((metric, n) => [`m${n}`, metric])),
  });
}

import type { AlarmId } from "./alarm-limits.ts";

/**
 * Alarms of every stage, also of one that is not watched closely: customers get no answers, messages don't go, numbers
 * have no connection. CloudWatch charges for each metric that an alarm looks at, so the list is short; of our own
 * metrics they may look at ESSENTIAL_METRICS (core/contracts/session-metrics.ts) and LOG_METRICS (log-metrics.ts there)
 * alone.
 */
export const ESSENTIAL_ALARMS: readonly AlarmId[] = [
  "endpoint-dead-letters",
  "shard-dead-letters",
  "sweep-missing",
  "canary-failing",
  "worker-errors",
  "api-server-errors",
  "function-throttles",
  "session-tasks-missing",
  "session-shards-unowned",
  "session-memory-high",
  "session-numbers-down",
  "session-connections-refused",
  "session-jobs-set-aside",
  "session-lanes-stuck",
];

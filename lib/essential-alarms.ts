import type { AlarmId } from "./alarm-limits.ts";

/**
 * Alarms that every stage has, even without close monitoring: customers get no responses, messages aren't sent, or
 * numbers are offline. The list is short, because CloudWatch charges for each metric that an alarm uses. Of our own
 * metrics, these alarms may only use ESSENTIAL_METRICS (core/contracts/session-metrics.ts) and LOG_METRICS
 * (log-metrics.ts in the same folder).
 */
export const ESSENTIAL_ALARMS: readonly AlarmId[] = [
  "endpoint-dead-letters",
  "shard-dead-letters",
  "sweep-missing",
  "canary-failing",
  "worker-errors",
  "api-server-errors",
  "api-route-failing",
  "function-throttles",
  "session-tasks-missing",
  "session-shards-unowned",
  "session-memory-high",
  "session-numbers-down",
  "session-connections-refused",
  "session-jobs-set-aside",
  "session-lanes-stuck",
];

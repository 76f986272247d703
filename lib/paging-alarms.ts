import type { AlarmId } from "./alarm-limits.ts";

/** The one alarm that pages, made of the others below. */
export const PAGING_ALARM = "customers-affected";

/**
 * Alarms that say that customers are affected now: messages don't go, numbers are offline, requests are not answered,
 * events don't come. Any of them wakes somebody; all others are mailed and can wait for the morning.
 */
export const PAGING_ALARMS: readonly AlarmId[] = [
  "canary-failing",
  "api-server-errors",
  "api-slow",
  "worker-errors",
  "endpoint-queue-late",
  "session-numbers-down",
  "session-lanes-stuck",
  "session-replies-late",
  "session-sends-failing",
  // Two tasks of three may well carry on, but the only one of a small stage can't be missed.
  "session-tasks-missing",
];

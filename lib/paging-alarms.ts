import type { AlarmId } from "./alarm-limits.ts";

/** The one alarm that pages, made of the others below. */
export const PAGING_ALARM = "customers-affected";

/**
 * Alarms that say that customers are affected now: messages are not sent, numbers are offline, requests are not
 * answered, events and answers don't come. Any of them wakes somebody; all others are mailed and can wait for the
 * morning.
 */
export const PAGING_ALARMS: readonly AlarmId[] = [
  "canary-failing",
  "api-server-errors",
  "api-slow",
  "worker-errors",
  "chat-worker-errors",
  "endpoint-queue-late",
  "chat-queue-late",
  "key-service-errors",
  // Not `session-tasks-missing`: as long as the others have all shards, customers notice nothing.
  "session-shards-unowned",
  "session-numbers-down",
  "session-lanes-stuck",
  "session-replies-late",
  "session-sends-failing",
];

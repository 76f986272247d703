import type { AlarmId } from "./alarm-limits.ts";

/** The only alarm that pages someone. It combines the alarms listed below. */
export const PAGING_ALARM = "customers-affected";

/**
 * Alarms that fire when customers are affected right now: messages aren't sent, numbers are offline, requests aren't
 * answered, or events and automatic answers aren't delivered. Each of them wakes someone up. All other alarms are
 * emailed and can wait until morning.
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
  // `session-tasks-missing` isn't here, because customers aren't affected as long as the remaining tasks own all
  // shards.
  "session-shards-unowned",
  "session-numbers-down",
  "session-lanes-stuck",
  "session-replies-late",
  "session-sends-failing",
];

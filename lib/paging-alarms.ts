import type { AlarmId } from "./alarm-limits.ts";

/** The only alarm that pages, composed of those below. */
export const PAGING_ALARM = "customers-affected";

/**
 * Alarms on customers being affected now: messages aren't sent, numbers are offline, requests aren't answered, events
 * and answers don't arrive. Any of them wakes someone; all others are mailed and can wait for the morning.
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
  // Not `session-tasks-missing`, because as long as the others have all shards, customers notice nothing.
  "session-shards-unowned",
  "session-numbers-down",
  "session-lanes-stuck",
  "session-replies-late",
  "session-sends-failing",
];

import { CANARY_EVERY_SEC } from "../../core/contracts/canary.ts";
import { COUNTERS, ESSENTIAL_METRICS, SILENT_AT_ZERO } from "../../core/contracts/session-metrics.ts";
import { HOURS_A_MONTH } from "../prices.ts";

/** The number of seconds in a month. */
export const SECONDS_A_MONTH = HOURS_A_MONTH * 3600;

/** The interval between two beats of a session task, in seconds. Each beat costs one write unit. */
export const BEAT_EVERY_SEC = 2;

/** How a session task looks for other tasks: session-service/fleet/fleet-look.ts. */
export const LOOK = {
  everySec: 1,
  aloneEverySec: 5,
  tasksAUnit: 30,
  /** The maximum number of read units per second for all tasks combined. */
  unitsASecMost: 1300,
  ownersEverySec: 30,
  ownersAloneEverySec: 60,
  ownersAUnit: 60,
} as const;

/**
 * Returns how many read units per second each task uses to read all tasks and all shards' owners, if there are `tasks`
 * tasks and `shards` shards.
 */
export function lookUnitsASec(tasks: number, shards: number): number {
  const units = Math.ceil(tasks / LOOK.tasksAUnit);
  const owners = Math.ceil(shards / LOOK.ownersAUnit);
  if (tasks <= 1) return units / LOOK.aloneEverySec + owners / LOOK.ownersAloneEverySec;
  return units / lookEverySec(tasks) + owners / LOOK.ownersEverySec;
}

/** Returns the number of seconds between a task's reads, for two or more tasks. */
export const lookEverySec = (tasks: number): number =>
  Math.max(LOOK.everySec, (tasks * Math.ceil(tasks / LOOK.tasksAUnit)) / LOOK.unitsASecMost);

/** The interval at which an empty queue is polled: the duration of a long poll. */
export const LONG_POLL_SEC = 20;
/** The number of concurrent long polls that Lambda runs for an event source's queue. */
export const LAMBDA_POLLERS = 5;

/** The resources used by one invocation of a scheduled function. Its duration and log size are assumptions. */
export interface ScheduledLoad {
  everySec: number;
  gbSec: number;
  readUnits: number;
  writeUnits: number;
  kmsRequests: number;
  apiRequests: number;
  logBytes: number;
}

/** Functions that run on a schedule, by their entry file. */
export const SCHEDULED: Record<string, ScheduledLoad> = {
  "functions/workers/sweep-lanes.ts": {
    everySec: 60,
    gbSec: 0.25,
    // Half a unit for each of the index's 32 partitions and half a unit for the previous sweep's position; then the
    // shards' owners, about sixty per unit; and the tasks.
    readUnits: 16.5 + 5 + 1,
    writeUnits: 1,
    kmsRequests: 0,
    apiRequests: 0,
    logBytes: 500,
  },
  "functions/workers/canary.ts": {
    everySec: CANARY_EVERY_SEC,
    // One second for the function itself, plus a tenth of a second per response.
    gbSec: 0.4,
    readUnits: 8,
    writeUnits: 2,
    // One request each for the canary's own secret and the pepper, neither of which is cached between runs.
    kmsRequests: 2,
    apiRequests: 3,
    logBytes: 4000,
  },
};

/** The size of a session task's log lines and metrics per minute. This is an assumption. */
export const TASK_LOG_BYTES_A_MINUTE = 1500;
/**
 * The hourly size of the log lines about strangers probing a public address. This is an assumption, because the
 * internet's background noise can't be calculated.
 */
export const REFUSED_BYTES_AN_HOUR = 360_000;

/** The CloudWatch metrics for a cluster with one service and one task definition, and the size of their logs. */
export const CONTAINER_INSIGHTS = { metrics: 8 + 6 + 11, logBytesAnHour: 65_000 } as const;

/**
 * The assumed size of the session service's image in the registry. Each deployed version remains until it is deleted
 * manually.
 */
export const IMAGE_GB = 0.25;

/** The number of session statuses that the alarms query. Linked numbers that exchange no messages only report these. */
const SESSION_STATUSES = 3;

/** Returns the names of the metrics that an idle task writes, excluding those about its sessions. */
export function writtenWhileIdle(isEssentialOnly: boolean): string[] {
  const all = [...COUNTERS, "ShardsHeld", "LaneAge"];
  const isEssential = (name: string) => ESSENTIAL_METRICS.includes(name) && !SILENT_AT_ZERO.includes(name);
  return isEssentialOnly ? all.filter(isEssential) : all;
}

/** Returns the number of metrics that a stage's tasks write while idle. */
export const ownMetricCount = (isEssentialOnly: boolean): number =>
  writtenWhileIdle(isEssentialOnly).length + SESSION_STATUSES;

import { CANARY_EVERY_SEC } from "../../core/contracts/canary.ts";
import { COUNTERS, ESSENTIAL_METRICS, SILENT_AT_ZERO } from "../../core/contracts/session-metrics.ts";
import { HOURS_A_MONTH } from "../prices.ts";

/** Seconds in a month. */
export const SECONDS_A_MONTH = HOURS_A_MONTH * 3600;

/** The time between two beats of a session task, in seconds; a beat is one write unit. */
export const BEAT_EVERY_SEC = 2;

/** How a session task reads the fleet: session-service/fleet/fleet-look.ts. */
export const LOOK = {
  everySec: 1,
  aloneEverySec: 5,
  tasksAUnit: 30,
  /** All tasks' reads together use at most this much of the table. */
  unitsASecMost: 1300,
  ownersEverySec: 30,
  ownersAloneEverySec: 60,
  ownersAUnit: 60,
} as const;

/**
 * Returns the read units per second for one of this many tasks to read the tasks and the owners of this many shards.
 */
export function lookUnitsASec(tasks: number, shards: number): number {
  const units = Math.ceil(tasks / LOOK.tasksAUnit);
  const owners = Math.ceil(shards / LOOK.ownersAUnit);
  if (tasks <= 1) return units / LOOK.aloneEverySec + owners / LOOK.ownersAloneEverySec;
  return units / lookEverySec(tasks) + owners / LOOK.ownersEverySec;
}

/** Returns the seconds between the reads of each of this many tasks, two or more. */
export const lookEverySec = (tasks: number): number =>
  Math.max(LOOK.everySec, (tasks * Math.ceil(tasks / LOOK.tasksAUnit)) / LOOK.unitsASecMost);

/** The interval at which an empty queue is polled: a long poll lasts this long. */
export const LONG_POLL_SEC = 20;
/** How many concurrent long polls Lambda keeps on an event source's queue. */
export const LAMBDA_POLLERS = 5;

/** The resources that one call of a scheduled function uses; its time and log bytes are assumed. */
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
    // Half a unit for each of the index's 32 partitions, and where the last one ended; the shards' owners, some sixty
    // per unit, and the tasks.
    readUnits: 16.5 + 5 + 1,
    writeUnits: 1,
    kmsRequests: 0,
    apiRequests: 0,
    logBytes: 500,
  },
  "functions/workers/canary.ts": {
    everySec: CANARY_EVERY_SEC,
    // Its own second, plus a tenth of one for each answer.
    gbSec: 0.4,
    readUnits: 8,
    writeUnits: 2,
    // The canary's own secret and the pepper, because neither is remembered between runs.
    kmsRequests: 2,
    apiRequests: 3,
    logBytes: 4000,
  },
};

/** A session task's log lines and metrics, each minute. Assumed. */
export const TASK_LOG_BYTES_A_MINUTE = 1500;
/**
 * Log lines about strangers who probe a public address, each hour. Assumed, because we can't count the internet's
 * noise.
 */
export const REFUSED_BYTES_AN_HOUR = 360_000;

/** CloudWatch's metrics for a cluster with one service and one kind of task, and their log. */
export const CONTAINER_INSIGHTS = { metrics: 8 + 6 + 11, logBytesAnHour: 65_000 } as const;

/** The session service's stored image. Assumed; each deployed version remains until someone removes it. */
export const IMAGE_GB = 0.25;

/** The session statuses that the alarms query; linked numbers that nobody writes to report at most these. */
const SESSION_STATUSES = 3;

/** Returns the names of the metrics that a task writes while idle, without those of its sessions. */
export function writtenWhileIdle(isEssentialOnly: boolean): string[] {
  const all = [...COUNTERS, "ShardsHeld", "LaneAge"];
  const isEssential = (name: string) => ESSENTIAL_METRICS.includes(name) && !SILENT_AT_ZERO.includes(name);
  return isEssentialOnly ? all.filter(isEssential) : all;
}

/** Returns the number of metrics that a stage's tasks write while idle. */
export const ownMetricCount = (isEssentialOnly: boolean): number =>
  writtenWhileIdle(isEssentialOnly).length + SESSION_STATUSES;

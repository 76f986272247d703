import { CANARY_EVERY_SEC } from "../../core/contracts/canary.ts";
import { COUNTERS, ESSENTIAL_METRICS } from "../../core/contracts/session-metrics.ts";
import { HOURS_A_MONTH } from "../prices.ts";

/** Seconds of a month. */
export const SECONDS_A_MONTH = HOURS_A_MONTH * 3600;

/** Time between two beats of a session task, seconds; a beat is one write unit. */
export const BEAT_EVERY_SEC = 2;

/** How a session task reads the fleet: session-service/fleet/fleet-look.ts. */
export const LOOK = {
  everySec: 1,
  aloneEverySec: 5,
  tasksAUnit: 30,
  /** All tasks' reads together take no more of the table. */
  unitsASecMost: 1300,
  ownersEverySec: 30,
  ownersAloneEverySec: 60,
  ownersAUnit: 60,
} as const;

/** Read units a second that one of this many tasks takes to read the tasks, and the owners of this many shards. */
export function lookUnitsASec(tasks: number, shards: number): number {
  const units = Math.ceil(tasks / LOOK.tasksAUnit);
  const owners = Math.ceil(shards / LOOK.ownersAUnit);
  if (tasks <= 1) return units / LOOK.aloneEverySec + owners / LOOK.ownersAloneEverySec;
  return units / lookEverySec(tasks) + owners / LOOK.ownersEverySec;
}

/** Seconds between the reads of each of this many tasks, two or more. */
export const lookEverySec = (tasks: number): number =>
  Math.max(LOOK.everySec, (tasks * Math.ceil(tasks / LOOK.tasksAUnit)) / LOOK.unitsASecMost);

/** How often an empty queue is polled: a long poll lasts this long. */
export const LONG_POLL_SEC = 20;
/** Long polls at once that Lambda keeps on the queue of an event source. */
export const LAMBDA_POLLERS = 5;

/** Use of one call of a scheduled function; its time and the bytes of its log are assumed. */
export interface ScheduledLoad {
  everySec: number;
  gbSec: number;
  readUnits: number;
  writeUnits: number;
  kmsRequests: number;
  apiRequests: number;
  logBytes: number;
}

/** Functions that run by the clock, by the file they are made of. */
export const SCHEDULED: Record<string, ScheduledLoad> = {
  "functions/workers/sweep-lanes.ts": {
    everySec: 60,
    gbSec: 0.25,
    // Half a unit for each of the 32 partitions of the index, and where the last one ended; the owners of the shards,
    // some sixty in a unit, and the tasks.
    readUnits: 16.5 + 5 + 1,
    writeUnits: 1,
    kmsRequests: 0,
    apiRequests: 0,
    logBytes: 500,
  },
  "functions/workers/canary.ts": {
    everySec: CANARY_EVERY_SEC,
    // Its own second, and a tenth of one for each answer.
    gbSec: 0.4,
    readUnits: 8,
    writeUnits: 2,
    // The canary's own secret and the pepper, for none is remembered as long as a run is away.
    kmsRequests: 2,
    apiRequests: 3,
    logBytes: 4000,
  },
};

/** Lines of a session task and its metrics, each minute. Assumed. */
export const TASK_LOG_BYTES_A_MINUTE = 1500;
/**
 * Lines about strangers who knock at a public address, each hour. Assumed: the internet's noise is not ours to count.
 */
export const REFUSED_BYTES_AN_HOUR = 360_000;

/** CloudWatch's metrics of a cluster with one service and one kind of task, and their log. */
export const CONTAINER_INSIGHTS = { metrics: 8 + 6 + 11, logBytesAnHour: 65_000 } as const;

/** The stored image of the session service. Assumed; each deployed version stays until somebody removes it. */
export const IMAGE_GB = 0.25;

/**
 * Statuses of sessions that the alarms ask for: with linked numbers that nobody writes to, these are written at most.
 */
const SESSION_STATUSES = 3;

/** Names of the metrics that a task writes while nothing happens, without those of its sessions. */
export function writtenWhileIdle(isEssentialOnly: boolean): string[] {
  const all = [...COUNTERS, "ShardsHeld", "LaneAge"];
  return isEssentialOnly ? all.filter((name) => ESSENTIAL_METRICS.includes(name)) : all;
}

/** Number of metrics that a stage's tasks write while nothing happens. */
export const ownMetricCount = (isEssentialOnly: boolean): number =>
  writtenWhileIdle(isEssentialOnly).length + SESSION_STATUSES;

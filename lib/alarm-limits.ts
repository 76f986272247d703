import { SettingsError } from "./settings-error.ts";

/** An alarm's limits. The alarm goes off once its metric has crossed the threshold in `periods` consecutive periods. */
export interface AlarmLimit {
  threshold: number;
  periods: number;
  /** The length of a period, in minutes. */
  periodMin: number;
  /** The minimum number of samples in a period, for a share or a percentile. If omitted, any number is enough. */
  atLeast?: number;
}

const MINUTE = { periods: 1, periodMin: 1 };

/**
 * All alarms and their limits. Each alarm has an entry under its name in docs/runbook.md. A stage's row in
 * lib/config.ts can override the limits (`alarmLimits`). Ages and durations are in their metric's unit: seconds for
 * queues, milliseconds for everything else.
 */
export const ALARM_LIMITS = {
  "endpoint-dead-letters": { ...MINUTE, threshold: 1 },
  "chat-dead-letters": { ...MINUTE, threshold: 1 },
  "shard-dead-letters": { ...MINUTE, threshold: 1 },
  "notify-admins-dead-letters": { ...MINUTE, threshold: 1 },
  "forward-to-bus-dead-letters": { ...MINUTE, threshold: 1 },
  "forward-to-bus-late": { threshold: 900_000, periods: 5, periodMin: 1 },
  // A wake-up whose run failed once is nine minutes old when it is received again, so it exceeds the threshold for less
  // than six minutes.
  "endpoint-queue-late": { threshold: 300, periods: 6, periodMin: 1 },
  // The same applies to chats. There, such a wake-up is twelve minutes old and exceeds the threshold for less than
  // eight minutes.
  "chat-queue-late": { threshold: 300, periods: 8, periodMin: 1 },
  "scheduler-errors": { threshold: 1, periods: 3, periodMin: 5 },
  // CloudWatch looks back slightly further for missing data, so a missing sweep is reported a few minutes later than a
  // failing sweep.
  "sweep-missing": { threshold: 1, periods: 5, periodMin: 1 },
  "canary-failing": { threshold: 1, periods: 2, periodMin: 5 },
  "worker-errors": { threshold: 1, periods: 5, periodMin: 1 },
  "chat-worker-errors": { threshold: 1, periods: 5, periodMin: 1 },
  "api-server-errors": { threshold: 5, periods: 2, periodMin: 1 },
  // Catches a single client that sends a request every five minutes and never gets a response.
  "api-errors-steady": { threshold: 3, periods: 2, periodMin: 15 },
  // Catches a single client that sends a request at least once an hour and never gets a response. An incident of up to
  // two hours, such as a deployment or an outage, is over before this alarm goes off.
  "api-route-failing": { threshold: 1, periods: 3, periodMin: 60 },
  "password-reset-errors": { threshold: 1, periods: 1, periodMin: 5 },
  "api-slow": { threshold: 3_000, periods: 3, periodMin: 5, atLeast: 50 },
  "key-service-errors": { threshold: 5, periods: 1, periodMin: 5 },
  "function-throttles": { threshold: 1, periods: 2, periodMin: 1 },
  "table-throttles": { threshold: 1, periods: 3, periodMin: 1 },
  "index-throttles": { threshold: 1, periods: 3, periodMin: 1 },
  "table-conflicts": { threshold: 300, periods: 10, periodMin: 1 },
  // There is one backup per day, and one day is the longest period that CloudWatch supports.
  "backup-missing": { threshold: 1, periods: 2, periodMin: 1_440 },
  // The threshold is the number of tasks that the stage should have, which `stageConfig` fills in.
  "session-tasks-missing": { threshold: 1, periods: 5, periodMin: 1 },
  "session-memory-high": { threshold: 70, periods: 10, periodMin: 1 },
  "session-leases-lost": { threshold: 1, periods: 3, periodMin: 1 },
  // Handing over a shard takes only seconds.
  "session-shards-unowned": { threshold: 1, periods: 5, periodMin: 1 },
  "session-shards-refused": { threshold: 1, periods: 5, periodMin: 1 },
  "session-numbers-down": { threshold: 20, periods: 10, periodMin: 1, atLeast: 5 },
  "session-connections-refused": { ...MINUTE, threshold: 1 },
  "session-jobs-set-aside": { ...MINUTE, threshold: 1 },
  "session-queries-not-understood": { threshold: 1, periods: 1, periodMin: 60 },
  "session-lanes-stuck": { threshold: 300_000, periods: 3, periodMin: 1 },
  "session-replies-late": { threshold: 60_000, periods: 5, periodMin: 1 },
  "session-sends-failing": { threshold: 20, periods: 1, periodMin: 15, atLeast: 20 },
  "session-decrypt-errors": { threshold: 5, periods: 1, periodMin: 60, atLeast: 100 },
} as const satisfies Record<string, AlarmLimit>;

export type AlarmId = keyof typeof ALARM_LIMITS;

/** The names of all metric alarms. */
export const ALARM_IDS = Object.keys(ALARM_LIMITS) as AlarmId[]; // Object.keys loses the key type

/** Alarms that exist only on stages with a panel. */
export const PANEL_ALARMS: readonly AlarmId[] = ["password-reset-errors"];

/** Alarms that exist only on stages with backups, at every level of monitoring. */
export const BACKUP_ALARMS: readonly AlarmId[] = ["backup-missing"];

/** Overrides of some alarms' limits, as they appear in a stage's row. */
export type AlarmLimitChanges = { [Id in AlarmId]?: Partial<AlarmLimit> };

/** CloudWatch looks back at most one day, or one week for periods of an hour or more. */
const HOUR_MIN = 60;
const DAY_MIN = 1_440;
const longestMin = (periodMin: number) => (periodMin < HOUR_MIN ? DAY_MIN : 7 * DAY_MIN);

/**
 * Returns the limits of all alarms on a stage: the defaults, overridden by the stage's row.
 * @throws an error with one plain sentence for limits that CloudWatch would reject.
 */
export function alarmLimits(
  { stage, sessionTasks }: { stage: string; sessionTasks: number },
  changes: AlarmLimitChanges,
): Record<AlarmId, AlarmLimit> {
  const wanted: AlarmLimitChanges = { "session-tasks-missing": { threshold: Math.max(1, sessionTasks) } };
  const entries = ALARM_IDS.map((id): [AlarmId, AlarmLimit] => {
    const limit = { ...ALARM_LIMITS[id], ...wanted[id], ...changes[id] };
    const { threshold, periods, periodMin } = limit;
    const isWhole = [periods, periodMin].every((value) => Number.isInteger(value) && value >= 1);
    if (!(threshold > 0 && isWhole && periodMin <= DAY_MIN && periods * periodMin <= longestMin(periodMin))) {
      throw new SettingsError(
        `The stage "${stage}" sets the alarm ${id} to ${threshold} in ${periods} periods of ${periodMin} minutes. Set a threshold above 0 and whole periods of at most a day each. All periods together can be at most a day, or a week if each is an hour (alarmLimits in lib/config.ts).`,
      );
    }
    return [id, limit];
  });
  return Object.fromEntries(entries) as Record<AlarmId, AlarmLimit>; // made of ALARM_IDS
}

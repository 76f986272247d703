import type { ProfileSettings } from "./profiles.ts";

type NumberSetting = {
  [Key in keyof ProfileSettings]: ProfileSettings[Key] extends number ? Key : never;
}[keyof ProfileSettings];

/** The minimum and maximum of each setting that is limited by AWS or by a new account's quota. */
const RANGES: Partial<Record<NumberSetting, readonly [least: number, most: number]>> = {
  // The limit of Application Auto Scaling and ECS: 5,000 tasks per service.
  sessionTasks: [0, 5000],
  sessionTasksMax: [1, 5000],
  // The limits of an SQS event source mapping.
  endpointWorkerConcurrency: [2, 1000],
  chatWorkerConcurrency: [2, 1000],
  // The account's quota in a region. To exceed it, request a higher quota first and then raise this limit.
  apiRatePerSec: [1, 10_000],
  apiBurst: [1, 5000],
  monthlyBudgetUsd: [1, 1_000_000],
};

/** The memory sizes that Fargate offers for each number of CPU units, in MiB: minimum, maximum and step. */
const FARGATE_SIZES: Record<number, readonly [from: number, to: number, step: number]> = {
  512: [1024, 4096, 1024],
  1024: [2048, 8192, 1024],
  2048: [4096, 16_384, 1024],
  4096: [8192, 30_720, 1024],
  8192: [16_384, 61_440, 4096],
  16384: [32_768, 122_880, 8192],
};

/** The memory sizes that Fargate offers for a quarter of a CPU, which don't increase in equal steps. */
const QUARTER_SIZES = [512, 1024, 2048];

/**
 * Finds a number or task size that AWS would reject. @returns the rest of a sentence that begins with the stage's name,
 * or null if all are valid.
 */
export function faultOfSizes(settings: ProfileSettings): string | null {
  for (const [setting, [least, most]] of Object.entries(RANGES)) {
    const value = settings[setting as NumberSetting]; // the keys of RANGES
    if (!Number.isInteger(value) || value < least || value > most)
      return `has ${setting} ${value}; it must be a whole number from ${least} to ${most}`;
  }
  return faultOfTasks(settings) ?? faultOfTaskSize(settings);
}

function faultOfTasks({ sessionTasks, sessionTasksMax, shardCount }: ProfileSettings): string | null {
  if (sessionTasksMax < sessionTasks)
    return `has sessionTasksMax ${sessionTasksMax}; it can't be less than sessionTasks, ${sessionTasks}`;
  if (sessionTasksMax > shardCount)
    return `has sessionTasksMax ${sessionTasksMax}; it can't be more than shardCount, ${shardCount}, because a task without a shard has no work`;
  return null;
}

function faultOfTaskSize({ sessionCpu, sessionMemoryMiB }: ProfileSettings): string | null {
  const cpus = [256, ...Object.keys(FARGATE_SIZES).map(Number)];
  if (!cpus.includes(sessionCpu)) return `has sessionCpu ${sessionCpu}; Fargate supports ${cpus.join(", ")}`;
  const range = FARGATE_SIZES[sessionCpu];
  if (!range) {
    if (QUARTER_SIZES.includes(sessionMemoryMiB)) return null;
    return `has sessionMemoryMiB ${sessionMemoryMiB}; with sessionCpu ${sessionCpu}, Fargate supports ${QUARTER_SIZES.join(", ")}`;
  }
  const [from, to, step] = range;
  if (sessionMemoryMiB >= from && sessionMemoryMiB <= to && (sessionMemoryMiB - from) % step === 0) return null;
  return `has sessionMemoryMiB ${sessionMemoryMiB}; with sessionCpu ${sessionCpu}, Fargate supports ${from} to ${to} in steps of ${step}`;
}

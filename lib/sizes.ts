import type { ProfileSettings } from "./profiles.ts";

type Size = Pick<
  ProfileSettings,
  | "sessionTasks"
  | "sessionTasksMax"
  | "sessionCpu"
  | "sessionMemoryMiB"
  | "shardCount"
  | "queueCount"
  | "endpointWorkerConcurrency"
  | "chatWorkerConcurrency"
  | "apiRatePerSec"
  | "apiBurst"
>;

const TASK = { sessionCpu: 1024, sessionMemoryMiB: 4096 } as const;

/**
 * Settings by number of linked numbers, to be spread into a stage's row. They provide one task per 200 numbers, plus
 * additional tasks for the morning peak. Before using the two largest sizes, raise the account's quotas:
 * docs/benchmarks.md, "Beyond one machine".
 */
export const SIZES = {
  "1,000": {
    ...TASK,
    sessionTasks: 5,
    sessionTasksMax: 10,
    shardCount: 256,
    queueCount: 32,
    endpointWorkerConcurrency: 200,
    chatWorkerConcurrency: 100,
    apiRatePerSec: 500,
    apiBurst: 1000,
  },
  "10,000": {
    ...TASK,
    sessionTasks: 50,
    sessionTasksMax: 80,
    shardCount: 256,
    queueCount: 128,
    endpointWorkerConcurrency: 500,
    chatWorkerConcurrency: 300,
    apiRatePerSec: 2000,
    apiBurst: 4000,
  },
  "100,000": {
    ...TASK,
    sessionTasks: 500,
    sessionTasksMax: 800,
    shardCount: 2048,
    queueCount: 256,
    endpointWorkerConcurrency: 1000,
    chatWorkerConcurrency: 600,
    apiRatePerSec: 10_000,
    apiBurst: 5000,
  },
} as const satisfies Record<string, Size>;

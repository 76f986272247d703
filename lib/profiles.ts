import type { Release } from "./release.ts";

/** Settings determined by a profile. A stage's row can override them. */
export interface ProfileSettings {
  /**
   * The number of shards for the instances. Since each session task owns many shards, this is also the upper limit for
   * the number of tasks. Changing it while instances exist stops their sessions for several minutes:
   * docs/deployment.md, "The numbers of shards and queues".
   */
  shardCount: number;
  /** The number of queues for the shards' wake-ups. Changing it takes three deployments: docs/deployment.md. */
  queueCount: number;
  /** A second queue count: tasks also read this many queues while `queueCount` is being changed. Otherwise null. */
  alsoReadQueueCount: number | null;
  /** The minimum number of session tasks. 0 is for repairs: no task runs, and none is started. */
  sessionTasks: number;
  /** The maximum number of session tasks when memory or CPU runs short. */
  sessionTasksMax: number;
  /** The CPU in Fargate units, where 1024 is one virtual CPU. */
  sessionCpu: number;
  sessionMemoryMiB: number;
  /** How many endpoint lanes are processed concurrently, each by one function call. AWS allows 2 to 1,000. */
  endpointWorkerConcurrency: number;
  /**
   * How many chats are answered concurrently, each by one function call. AWS allows 2 to 1,000. A call takes as long as
   * the AI provider's response, so a small number leaves most of a new account's ten concurrent calls for the API.
   */
  chatWorkerConcurrency: number;
  /**
   * The number of requests per second, from all customers combined, above which API Gateway itself responds with 429.
   * The same number is used as the burst size.
   */
  apiRatePerSec: number;
  apiBurst: number;
  release: Release;
  logRetentionDays: 7 | 14 | 30 | 90;
  /** Whether CloudWatch's own metrics for tasks are enabled. If not, the service counts its tasks itself. */
  hasContainerInsights: boolean;
  /**
   * The planned monthly cost in USD, including usage. AWS sends an email once 80% of it has been spent, and when it is
   * likely to be exceeded.
   */
  monthlyBudgetUsd: number;
  /**
   * Whether the stage has all alarms and all of our own metrics instead of only the most important ones:
   * lib/essential-alarms.ts.
   */
  isWatchedClosely: boolean;
  /**
   * Whether to reserve exactly one concurrent call for the sweep, which also prevents two sweeps from overlapping.
   * Lambda refuses this in an account whose limit is only a few concurrent calls, which new accounts can have:
   * docs/deployment.md.
   */
  isSweepReserved: boolean;
  /** Whether to encrypt the table and the files with our own KMS key instead of the free AWS-owned keys. */
  hasStorageKey: boolean;
}

/**
 * The available profiles. `small` costs little while no messages are sent. `standard` runs two tasks and is monitored
 * more closely.
 */
export type SizeProfile = keyof typeof PROFILES;

/** The profile for stages whose row doesn't specify a profile. */
export const DEFAULT_PROFILE = "small";

/** The two deployment sizes. The idle cost of each size is calculated from its templates: docs/deployment.md. */
export const PROFILES = {
  small: {
    shardCount: 256,
    queueCount: 4,
    alsoReadQueueCount: null,
    sessionTasks: 1,
    sessionTasksMax: 4,
    sessionCpu: 512,
    sessionMemoryMiB: 1024,
    endpointWorkerConcurrency: 5,
    chatWorkerConcurrency: 3,
    apiRatePerSec: 50,
    apiBurst: 100,
    release: "at_once",
    logRetentionDays: 7,
    hasContainerInsights: false,
    isWatchedClosely: false,
    monthlyBudgetUsd: 40,
    isSweepReserved: false,
    hasStorageKey: false,
  },
  standard: {
    shardCount: 256,
    queueCount: 32,
    alsoReadQueueCount: null,
    sessionTasks: 2,
    sessionTasksMax: 10,
    sessionCpu: 1024,
    sessionMemoryMiB: 4096,
    endpointWorkerConcurrency: 200,
    chatWorkerConcurrency: 100,
    apiRatePerSec: 500,
    apiBurst: 1000,
    release: "gradual",
    logRetentionDays: 30,
    hasContainerInsights: true,
    isWatchedClosely: true,
    monthlyBudgetUsd: 300,
    isSweepReserved: true,
    hasStorageKey: true,
  },
} as const satisfies Record<string, ProfileSettings>;

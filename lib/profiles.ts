import type { Release } from "./release.ts";

/** Settings that a profile chooses; a stage's row may choose otherwise. */
export interface ProfileSettings {
  /**
   * Shards for the instances; a session task owns many of them, so it is also the maximum number of tasks. Changing it
   * with existing instances stops the sessions for minutes: docs/deployment.md, "The numbers of shards and queues".
   */
  shardCount: number;
  /** Queues of the shards' wake-ups; changing it takes three deployments: docs/deployment.md. */
  queueCount: number;
  /** Another number of queues that tasks read, too, while `queueCount` is changed; null: none. */
  alsoReadQueueCount: number | null;
  /** Session tasks that run at all times; 0: none, and none is started, for a repair. */
  sessionTasks: number;
  /** Session tasks at most, when memory or processors run short. */
  sessionTasksMax: number;
  /** Fargate units: 1024 = one virtual CPU. */
  sessionCpu: number;
  sessionMemoryMiB: number;
  /** Endpoint lanes worked at the same time, each by one function call; AWS allows 2 to 1,000. */
  endpointWorkerConcurrency: number;
  /**
   * Chats that are answered at the same time, each by one function call; AWS allows 2 to 1,000. A call lasts as long as
   * an agent's provider takes, so a small number leaves a new account's ten calls to the API.
   */
  chatWorkerConcurrency: number;
  /** Requests a second over all customers before API Gateway itself answers 429, and how many may come at once. */
  apiRatePerSec: number;
  apiBurst: number;
  release: Release;
  logRetentionDays: 7 | 14 | 30 | 90;
  /** CloudWatch's own metrics of tasks; without them the service counts its tasks itself. */
  hasContainerInsights: boolean;
  /** Planned cost of a month, USD, with its use: AWS mails at 80 % of it, and when it is likely to be passed. */
  monthlyBudgetUsd: number;
  /** All alarms and own metrics; else those that matter most: lib/essential-alarms.ts. */
  isWatchedClosely: boolean;
  /**
   * Keeps one call at once for the sweep and gives it no second one. Lambda refuses it in an account that may not run
   * more than some calls at once, as new ones may not: docs/deployment.md.
   */
  isSweepReserved: boolean;
  /** A KMS key of our own for the table and the files, in place of the ones that AWS owns and charges nothing for. */
  hasStorageKey: boolean;
}

/** `small` costs little while nobody writes; `standard` runs two tasks and is watched more closely. */
export type SizeProfile = keyof typeof PROFILES;

/** The profile of a stage that names none. */
export const DEFAULT_PROFILE = "small";

/** The two sizes of a deployment. Their idle costs are computed from their templates: docs/deployment.md. */
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

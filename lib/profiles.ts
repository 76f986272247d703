import type { Release } from "./release.ts";

/** Settings that a profile chooses; a stage's row can override them. */
export interface ProfileSettings {
  /**
   * Shards for the instances; a session task owns many of them, so this is also the maximum number of tasks. Changing
   * it with existing instances stops the sessions for minutes: docs/deployment.md, "The numbers of shards and queues".
   */
  shardCount: number;
  /** Queues for the shards' wake-ups; changing it takes three deployments: docs/deployment.md. */
  queueCount: number;
  /** Another number of queues that tasks also read while `queueCount` is being changed; null if none. */
  alsoReadQueueCount: number | null;
  /** Session tasks that always run; 0: none, and none is started, for a repair. */
  sessionTasks: number;
  /** The maximum of session tasks, if memory or processors run short. */
  sessionTasksMax: number;
  /** Fargate units: 1024 = one virtual CPU. */
  sessionCpu: number;
  sessionMemoryMiB: number;
  /** Endpoint lanes worked concurrently, each by one function call; AWS allows 2 to 1,000. */
  endpointWorkerConcurrency: number;
  /**
   * Chats answered concurrently, each by one function call; AWS allows 2 to 1,000. A call lasts as long as an agent's
   * provider takes, so a small number leaves a new account's ten calls to the API.
   */
  chatWorkerConcurrency: number;
  /** Requests per second across all customers before API Gateway itself answers 429, and the size of a burst. */
  apiRatePerSec: number;
  apiBurst: number;
  release: Release;
  logRetentionDays: 7 | 14 | 30 | 90;
  /** CloudWatch's own task metrics; without them the service counts its tasks itself. */
  hasContainerInsights: boolean;
  /**
   * The planned monthly cost in USD, including usage: AWS mails at 80 % of it, and when it is likely to be exceeded.
   */
  monthlyBudgetUsd: number;
  /** All alarms and own metrics; otherwise only the most important: lib/essential-alarms.ts. */
  isWatchedClosely: boolean;
  /**
   * Reserves one concurrent call for the sweep, and no second one. Lambda refuses this in an account with a limit of
   * only a few concurrent calls, as new ones can have: docs/deployment.md.
   */
  isSweepReserved: boolean;
  /** A KMS key of ours for the table and the files, in place of those that AWS owns and doesn't charge for. */
  hasStorageKey: boolean;
}

/** `small` costs little while nobody sends messages; `standard` runs two tasks and is monitored more closely. */
export type SizeProfile = keyof typeof PROFILES;

/** The profile of a stage that doesn't name one. */
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

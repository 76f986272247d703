/** Settings of one deployment. Everything else is the same code and the same stacks. */
export interface StageConfig {
  /** Part of every physical name, so that two stages can live in one account. */
  stage: string;
  /** Number of shards that instances are spread over. Never change it on a stage that holds instances: docs/deployment.md. */
  shardCount: number;
  /** Session tasks that run at all times; each carries 150 to 200 linked numbers. */
  sessionTasks: number;
  /** Fargate units: 1024 = one virtual CPU. */
  sessionCpu: number;
  sessionMemoryMiB: number;
  /** Endpoint lanes worked at the same time, each by one function call; AWS allows 2 to 1,000. */
  endpointWorkerConcurrency: number;
  /** Requests a second over all customers before API Gateway itself answers 429, and how many may come at once. */
  apiRatePerSec: number;
  apiBurst: number;
  logRetentionDays: 7 | 14 | 30 | 90;
  /**
   * The address from which admins of accounts get mail, verified in Amazon SES in the stage's region, itself or by its
   * domain; null: no mail is sent, the notices stay on the internal bus and in the log.
   */
  mailFrom: string | null;
  /** Gets a mail for every alarm; null: the topic has no subscriber until somebody adds one. */
  alarmEmail: string | null;
  /** The address customers call when a custom domain stands in front; null: the one API Gateway gave. */
  baseUrl: string | null;
  /**
   * Versions of our client to claim towards the network, in order, when it refuses the built-in one (alarm); null: only
   * that one.
   */
  clientVersions: string | null;
  /** Where error answers point for help; null: the runtime's own default. */
  docsUrl: string | null;
}

const prod: StageConfig = {
  stage: "prod",
  shardCount: 32,
  sessionTasks: 2,
  sessionCpu: 1024,
  sessionMemoryMiB: 4096,
  endpointWorkerConcurrency: 200,
  apiRatePerSec: 500,
  apiBurst: 1000,
  logRetentionDays: 90,
  mailFrom: null,
  alarmEmail: null,
  baseUrl: null,
  clientVersions: null,
  docsUrl: null,
};

const dev: StageConfig = {
  ...prod,
  stage: "dev",
  shardCount: 4,
  sessionTasks: 1,
  endpointWorkerConcurrency: 5,
  apiRatePerSec: 50,
  apiBurst: 100,
  logRetentionDays: 7,
};

/** Every deployment of this gateway; add a row for a new one. */
export const STAGES: Record<string, StageConfig> = { prod, dev };

/**
 * Finds a stage's settings. @throws one plain sentence for a stage that has no row, or a row with numbers AWS would
 * refuse.
 */
export function stageConfig(stage: string): StageConfig {
  const config = STAGES[stage];
  if (!config) {
    const known = Object.keys(STAGES).join(", ");
    throw new Error(
      `There is no stage "${stage}". Known stages: ${known}. Choose one with \`-c stage=…\` or add it to lib/config.ts.`,
    );
  }
  checkRange(config, "shardCount", 1, MAX_SHARDS);
  checkRange(config, "sessionTasks", 0, config.shardCount);
  checkRange(config, "endpointWorkerConcurrency", 2, 1000);
  checkMailFrom(config);
  return config;
}

function checkMailFrom({ stage, mailFrom }: StageConfig): void {
  if (mailFrom === null || /^[^\s@<>"*?$]+@[^\s@<>"*?$]+\.[a-z]+$/i.test(mailFrom)) return;
  throw new Error(
    `The stage "${stage}" has mailFrom "${mailFrom}"; it must be a plain address like no-reply@example.com (lib/config.ts).`,
  );
}

/** A policy of AWS has at most 6,144 characters, and one of ours names every shard queue. */
const MAX_SHARDS = 60;

type NumberSetting = "shardCount" | "sessionTasks" | "endpointWorkerConcurrency";

function checkRange(config: StageConfig, setting: NumberSetting, min: number, max: number): void {
  const value = config[setting];
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new Error(
    `The stage "${config.stage}" has ${setting} ${value}; it must be a whole number from ${min} to ${max} (lib/config.ts).`,
  );
}

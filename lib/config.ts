import { QUEUE_COUNT_MAX, SHARD_COUNT_MAX } from "../core/contracts/shard-counts.ts";
import { type AlarmId, type AlarmLimit, type AlarmLimitChanges, alarmLimits } from "./alarm-limits.ts";
import { type BackupSettings, faultOfBackup } from "./backup-settings.ts";
import { faultOfDomain } from "./check-domain.ts";
import { faultOfPanel, isPlainAddress } from "./check-panel.ts";
import { faultOfSizes } from "./check-sizes.ts";
import type { DomainSettings, FrontSettings, OriginSecret } from "./domain-settings.ts";
import { type ExistingTable, faultOfExistingTable } from "./existing-table.ts";
import { DEFAULT_PROFILE, PROFILES, type ProfileSettings, type SizeProfile } from "./profiles.ts";

/** The settings of one deployment. Everything else is the same code and the same stacks. */
export interface StageConfig extends ProfileSettings {
  /** Part of every physical name, so that two stages can share an account. */
  stage: string;
  profile: SizeProfile;
  /**
   * The address that account admins get mail from, verified in Amazon SES in the stage's region, by itself or through
   * its domain; null if no mail is sent, and notices stay on the internal bus.
   */
  mailFrom: string | null;
  /** Gets a mail for every alarm; null if the topic has no subscriber until someone adds one. */
  alarmEmail: string | null;
  /** Gets the one alarm that wakes someone, such as the address of an on-call service; null: `alarmEmail` gets it. */
  pageEmail: string | null;
  /** When each alarm goes off. A row only lists its differences from lib/alarm-limits.ts. */
  alarmLimits: Record<AlarmId, AlarmLimit>;
  /**
   * Where docs/runbook.md is published for people who get alarms; null means the stage's own dashboard, which includes
   * it.
   */
  runbookUrl: string | null;
  /** Your own name for the gateway; null means only API Gateway's address. */
  domain: DomainSettings | null;
  /** CloudFront with a firewall before the API; null if API Gateway is reached directly. Needs a domain. */
  front: FrontSettings | null;
  /** Whether customers' teams have the web panel; docs/deployment.md lists what to do first. */
  hasPanel: boolean;
  /** Your own name for the panel, different from the API's; null means the one that CloudFront gives it. */
  panelDomain: string | null;
  /** An ACM certificate for that name, in us-east-1, where CloudFront requires it. */
  panelCertificateArn: string | null;
  /**
   * The address that sends people the codes to confirm theirs, verified like `mailFrom`; null: `mailFrom`. With
   * neither, Amazon Cognito sends them itself, 50 a day.
   */
  panelMailFrom: string | null;
  /** Secrets by which the panel's functions recognize its CloudFront: the first is sent, all are accepted. */
  panelOriginSecrets: readonly OriginSecret[];
  /** The address for customers, derived from the domain. null means API Gateway's. */
  baseUrl: string | null;
  /**
   * Client versions to claim towards the network, in order, if it refuses the built-in one (alarm); null means only
   * that one.
   */
  clientVersions: string | null;
  /** Whether numbers may be linked with a passkey's signature, where the network demands one; see the runbook first. */
  hasPasskeyLinking: boolean;
  /**
   * How many minutes functions may use a data key that KMS has unwrapped, 1 to 60; null means 5. A higher number costs
   * less KMS, but a disabled key stays in use this long.
   */
  dataKeyMinutes: number | null;
  /** Where webhooks point for help; null means the guides under the panel's own name, if the stage has one. */
  docsUrl: string | null;
  /**
   * Whether customers' events go to the internal bus, for your own rules. Each costs a bus entry and a share of a
   * function call (docs/benchmarks.md). Notices always go there.
   */
  eventsToBus: boolean;
  /** A restored table used in place of the stack's own, which stays; null means the stack's own. */
  existingTable: ExistingTable | null;
  /**
   * Daily backups of the table, to be copied to another region or account; null means none, only its own restore
   * points.
   */
  backup: BackupSettings | null;
}

/** The choices that no profile makes. */
const NOTHING_CHOSEN = {
  profile: DEFAULT_PROFILE,
  mailFrom: null,
  alarmEmail: null,
  pageEmail: null,
  runbookUrl: null,
  domain: null,
  front: null,
  hasPanel: false,
  panelDomain: null,
  panelCertificateArn: null,
  panelMailFrom: null,
  panelOriginSecrets: [],
  baseUrl: null,
  clientVersions: null,
  hasPasskeyLinking: false,
  dataKeyMinutes: null,
  docsUrl: null,
  eventsToBus: false,
  existingTable: null,
  backup: null,
} satisfies Partial<StageConfig>;

/**
 * Settings that a stage's row must have, and those in which it differs from its profile. Changing this one word and
 * deploying moves a stage to another profile.
 */
export type StageRow = Pick<StageConfig, "stage"> &
  Partial<Omit<StageConfig, "alarmLimits">> & { alarmLimits?: AlarmLimitChanges };

/** Every deployment of this gateway; add a row for a new one. Its profile is `small` unless it names another. */
export const STAGES: Record<string, StageRow> = {
  prod: { stage: "prod", profile: "standard", logRetentionDays: 90 },
  dev: { stage: "dev" },
};

/** Finds a stage's row in the settings. @throws one plain sentence for a stage without one. */
export function stageRow(stage: string): StageRow {
  const row = STAGES[stage];
  if (!row) {
    const known = Object.keys(STAGES).join(", ");
    throw new Error(
      `There is no stage "${stage}". Known stages: ${known}. Choose one with \`-c stage=…\` or add it to lib/config.ts.`,
    );
  }
  return row;
}

/**
 * Finds a stage's settings. @throws one plain sentence for a stage without a row, or a row with numbers AWS would
 * refuse.
 */
export function stageConfig(stage: string): StageConfig {
  const row = stageRow(stage);
  const chosen = { ...NOTHING_CHOSEN, ...PROFILES[row.profile ?? DEFAULT_PROFILE], ...row };
  const config = { ...chosen, alarmLimits: alarmLimits(chosen, row.alarmLimits ?? {}) };
  checkRange(config, "shardCount", 1, SHARD_COUNT_MAX);
  if (config.dataKeyMinutes !== null) checkRange(config, "dataKeyMinutes", 1, 60);
  const fault =
    faultOfSizes(config) ??
    faultOfDomain(config) ??
    faultOfPanel(config) ??
    faultOfExistingTable(config.existingTable) ??
    faultOfBackup(config.backup);
  if (fault !== null) throw new Error(`The stage "${stage}" ${fault} (lib/config.ts).`);
  const queuesMost = Math.min(QUEUE_COUNT_MAX, config.shardCount);
  checkRange(config, "queueCount", 1, queuesMost);
  if (config.alsoReadQueueCount !== null) checkRange(config, "alsoReadQueueCount", 1, queuesMost);
  checkMailFrom(config);
  checkRunbookUrl(config);
  return { ...config, baseUrl: config.domain ? `https://${config.domain.name}` : config.baseUrl };
}

function checkMailFrom({ stage, mailFrom }: StageConfig): void {
  if (mailFrom === null || isPlainAddress(mailFrom)) return;
  throw new Error(
    `The stage "${stage}" has mailFrom "${mailFrom}"; it must be a plain address like no-reply@example.com (lib/config.ts).`,
  );
}

function checkRunbookUrl({ stage, runbookUrl }: StageConfig): void {
  if (runbookUrl === null || /^https:\/\/[^\s#]+$/.test(runbookUrl)) return;
  throw new Error(
    `The stage "${stage}" has runbookUrl "${runbookUrl}"; it must be an https address without a "#", like https://git.example.com/gateway/docs/runbook.md (lib/config.ts).`,
  );
}

type NumberSetting = "shardCount" | "queueCount" | "alsoReadQueueCount" | "dataKeyMinutes";

function checkRange(config: StageConfig, setting: NumberSetting, min: number, max: number): void {
  const value = config[setting];
  if (value !== null && Number.isInteger(value) && value >= min && value <= max) return;
  throw new Error(
    `The stage "${config.stage}" has ${setting} ${value}; it must be a whole number from ${min} to ${max} (lib/config.ts).`,
  );
}

/** Returns the address of a stage's guides; null means unknown until the panel is deployed. */
export const docsUrlOf = ({ docsUrl, panelDomain }: Pick<StageConfig, "docsUrl" | "panelDomain">): string | null =>
  docsUrl ?? (panelDomain === null ? null : `https://${panelDomain}/docs`);

import { QUEUE_COUNT_MAX, SHARD_COUNT_MAX } from "../core/contracts/shard-counts.ts";
import { type AlarmId, type AlarmLimit, type AlarmLimitChanges, alarmLimits } from "./alarm-limits.ts";
import { type BackupSettings, faultOfBackup } from "./backup-settings.ts";
import { faultOfDomain } from "./check-domain.ts";
import { faultOfPanel, isPlainAddress } from "./check-panel.ts";
import { faultOfSizes } from "./check-sizes.ts";
import type { DomainSettings, FrontSettings, OriginSecret } from "./domain-settings.ts";
import { type ExistingTable, faultOfExistingTable } from "./existing-table.ts";
import { DEFAULT_PROFILE, PROFILES, type ProfileSettings, type SizeProfile } from "./profiles.ts";
import { SettingsError } from "./settings-error.ts";

/** The settings of a deployment. The code and the stacks are the same in all deployments. */
export interface StageConfig extends ProfileSettings {
  /** Included in every physical name, so two stages can share an AWS account. */
  stage: string;
  profile: SizeProfile;
  /**
   * The sender address for emails to account admins. It must be verified in Amazon SES in the stage's region, either
   * itself or through its domain. If null, no emails are sent and notices stay on the internal bus.
   */
  mailFrom: string | null;
  /**
   * The address that receives an email for every alarm. If null, the topic has no subscriber until someone adds one.
   */
  alarmEmail: string | null;
  /**
   * The address that receives the only alarm that must wake someone up, for example an on-call service's address. If
   * null, that alarm is sent to `alarmEmail`.
   */
  pageEmail: string | null;
  /** The limits of all alarms. A stage's row contains only what differs from lib/alarm-limits.ts. */
  alarmLimits: Record<AlarmId, AlarmLimit>;
  /**
   * The URL at which docs/runbook.md is published for those who receive alarms. If null, alarms link to the stage's own
   * dashboard, which includes the runbook.
   */
  runbookUrl: string | null;
  /** Your own domain name for the gateway. If null, only API Gateway's address exists. */
  domain: DomainSettings | null;
  /**
   * CloudFront with a firewall in front of the API, or null if clients connect to API Gateway directly. Requires a
   * domain.
   */
  front: FrontSettings | null;
  /** Whether customers' teams can use the web panel. docs/deployment.md lists the steps to take first. */
  hasPanel: boolean;
  /**
   * Your own domain name for the panel, which must differ from the API's. If null, the panel uses the name assigned by
   * CloudFront.
   */
  panelDomain: string | null;
  /** The ARN of an ACM certificate for the panel's domain name, in us-east-1, where CloudFront requires it. */
  panelCertificateArn: string | null;
  /**
   * The sender address for the codes that confirm users' own addresses, verified like `mailFrom`. Defaults to
   * `mailFrom` if null. If both are null, Amazon Cognito sends the codes itself, up to 50 a day.
   */
  panelMailFrom: string | null;
  /**
   * Secrets that let the panel's functions recognize requests from their CloudFront distribution. CloudFront sends the
   * first secret, and the functions accept all of them.
   */
  panelOriginSecrets: readonly OriginSecret[];
  /** The API's address for customers, derived from the domain. If null, this is API Gateway's address. */
  baseUrl: string | null;
  /**
   * Client versions to report to the network, in this order, if it refuses the built-in version (which raises an
   * alarm). If null, only the built-in version is used.
   */
  clientVersions: string | null;
  /** Whether numbers may be linked with a passkey's signature if the network requires it. See the runbook first. */
  hasPasskeyLinking: boolean;
  /**
   * How many minutes functions may use a data key unwrapped by KMS, from 1 to 60. Null means 5. A higher number reduces
   * KMS costs, but a disabled key stays in use for that long.
   */
  dataKeyMinutes: number | null;
  /**
   * The address of the documentation that webhooks refer to. Null means the guides under the panel's own domain name,
   * if the stage has one.
   */
  docsUrl: string | null;
  /**
   * Whether customers' events are put on the internal bus, for your own rules. Each event costs a bus entry and a share
   * of a function call (docs/benchmarks.md). Notices are always put on the bus.
   */
  eventsToBus: boolean;
  /**
   * A restored table to use instead of the stack's own table, which is left in place. If null, the stack's own table is
   * used.
   */
  existingTable: ExistingTable | null;
  /**
   * Daily backups of the table, optionally copied to another region or account. If null, there are only the table's own
   * restore points.
   */
  backup: BackupSettings | null;
}

/** Defaults for settings that aren't part of any profile. */
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
 * A stage's row: the required settings, and those that differ from its profile. To move a stage to another profile,
 * change its `profile` and deploy.
 */
export type StageRow = Pick<StageConfig, "stage"> &
  Partial<Omit<StageConfig, "alarmLimits">> & { alarmLimits?: AlarmLimitChanges };

/**
 * All deployments of this gateway. To create a deployment, add a row. A stage's profile is `small` unless its row
 * specifies another.
 */
export const STAGES: Record<string, StageRow> = {
  prod: { stage: "prod", profile: "standard", logRetentionDays: 90 },
  dev: { stage: "dev" },
};

/** Finds a stage's row in the settings. @throws an error with one plain sentence for a stage without a row. */
export function stageRow(stage: string): StageRow {
  const row = STAGES[stage];
  if (!row) {
    const known = Object.keys(STAGES).join(", ");
    throw new SettingsError(
      `There is no stage "${stage}". Known stages: ${known}. Choose one with \`-c stage=…\` or add it to lib/config.ts.`,
    );
  }
  return row;
}

/**
 * Returns a stage's settings. @throws an error with one plain sentence for a stage without a row, or for a row with
 * numbers that AWS would reject.
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
  if (fault !== null) throw new SettingsError(`The stage "${stage}" ${fault} (lib/config.ts).`);
  const queuesMost = Math.min(QUEUE_COUNT_MAX, config.shardCount);
  checkRange(config, "queueCount", 1, queuesMost);
  if (config.alsoReadQueueCount !== null) checkRange(config, "alsoReadQueueCount", 1, queuesMost);
  checkMailFrom(config);
  checkRunbookUrl(config);
  return { ...config, baseUrl: config.domain ? `https://${config.domain.name}` : config.baseUrl };
}

function checkMailFrom({ stage, mailFrom }: StageConfig): void {
  if (mailFrom === null || isPlainAddress(mailFrom)) return;
  throw new SettingsError(
    `The stage "${stage}" has mailFrom "${mailFrom}"; it must be a plain address like no-reply@example.com (lib/config.ts).`,
  );
}

function checkRunbookUrl({ stage, runbookUrl }: StageConfig): void {
  if (runbookUrl === null || /^https:\/\/[^\s#]+$/.test(runbookUrl)) return;
  throw new SettingsError(
    `The stage "${stage}" has runbookUrl "${runbookUrl}"; it must be an https address without a "#", like https://git.example.com/gateway/docs/runbook.md (lib/config.ts).`,
  );
}

type NumberSetting = "shardCount" | "queueCount" | "alsoReadQueueCount" | "dataKeyMinutes";

function checkRange(config: StageConfig, setting: NumberSetting, min: number, max: number): void {
  const value = config[setting];
  if (value !== null && Number.isInteger(value) && value >= min && value <= max) return;
  throw new SettingsError(
    `The stage "${config.stage}" has ${setting} ${value}; it must be a whole number from ${min} to ${max} (lib/config.ts).`,
  );
}

/** Returns the address of a stage's guides; null means unknown until the panel is deployed. */
export const docsUrlOf = ({ docsUrl, panelDomain }: Pick<StageConfig, "docsUrl" | "panelDomain">): string | null =>
  docsUrl ?? (panelDomain === null ? null : `https://${panelDomain}/docs`);

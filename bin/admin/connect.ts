import * as z from "zod";
import { type DeadLetters, deadLetters } from "../../core/aws/dead-letters.ts";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { eventBridgeBus } from "../../core/aws/event-bus.ts";
import { kmsVault } from "../../core/aws/kms-vault.ts";
import { randomIds } from "../../core/aws/random-ids.ts";
import { type TableSetup, tableSetup } from "../../core/aws/table-setup.ts";
import { BusEnv, parseEnv, SettingsEnv } from "../../core/env.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { createLog } from "../../core/log.ts";
import type { EventBus, Vault } from "../../core/ports.ts";
import { type Pepper, storedPepper } from "../../core/records/accounts/pepper.ts";
import { systemClock } from "../../functions/runtime.ts";
import { mailOutbox, type WaitingMail } from "../../local/mail/outbox.ts";
import { AdminError } from "./admin-error.ts";
import { type LocalGateway, localGateway } from "./local-gateway.ts";

/** Dependencies of the operator commands. */
export interface Admin extends LaneDeps {
  pepper: Pepper;
  /** Seals secrets, such as links and codes, that the operator passes on to others. */
  vault: Vault;
  /** The panel's address, without a trailing slash, or null if unknown. */
  panelUrl: string | null;
  /** The local gateway's own account, or null in AWS. */
  ownAccount: string | null;
  /** The gateway on this machine that the commands operate on, or null if they operate on AWS. */
  local: Pick<LocalGateway, "isRunning" | "network" | "adopt"> | null;
  /**
   * How many instances each account can have, set by the operator of a single machine. If null, the account's plan
   * decides.
   */
  instancesPerAccount: number | null;
  /** Returns a deployment's dead-letter queues, or those of the local gateway if `stage` is null. */
  deadLettersOf(stage: string | null): DeadLetters;
  /** Creates and configures tables. `tableName` is the table currently in use. */
  tables: TableSetup;
  tableName: string;
  kmsKeyId: string;
  /** The bucket that stores media files, or an empty string if the environment doesn't specify a bucket. */
  mediaBucket: string;
  /** Returns the internal bus. @throws if the environment doesn't specify a bus. */
  bus(): EventBus;
  /**
   * Returns the emails waiting on this machine, oldest first. @throws AdminError on AWS, where emails never have to
   * wait.
   */
  mails(): Promise<WaitingMail[]>;
  /** Reports the progress of a long command to the operator. */
  say(line: string): void;
  close(): void | Promise<void>;
}

/**
 * How long a failing request is retried. An operator at a terminal should soon find out that a service isn't
 * responding.
 */
const PATIENCE_MS = 5_000;

/**
 * Sends no wake-ups, so the operator doesn't need permission to send them. The sweep makes up for this within two
 * minutes.
 */
const noWakeups = { wake: async () => {} };

const AdminEnv = z.object({
  TABLE_NAME: z.string().min(1),
  KMS_KEY_ID: z.string().min(1),
  MEDIA_BUCKET: z.string().default(""),
  INSTANCES_PER_ACCOUNT: SettingsEnv.shape.INSTANCES_PER_ACCOUNT,
});

/**
 * Connects to AWS if the environment specifies a table, and otherwise to the local gateway of this `DATA_DIR`. If that
 * gateway isn't running, its data is opened directly and stays open until `close`.
 * @param isOfARestore whether the command gets the permissions for a restore, if the local gateway checks permissions.
 * @throws AdminError with instructions for the operator if there is neither a table nor a local gateway.
 */
export async function connect(env: NodeJS.ProcessEnv, isOfARestore: boolean): Promise<Admin> {
  const local = env.TABLE_NAME ? null : await localGateway(env, isOfARestore);
  // The AWS clients read their endpoint and credentials from the process environment.
  if (local) Object.assign(env, local.aws_env);
  const { TABLE_NAME, KMS_KEY_ID, MEDIA_BUCKET, INSTANCES_PER_ACCOUNT } = parseEnv(AdminEnv, env);
  const table = dynamoTable(TABLE_NAME, {}, PATIENCE_MS);
  const log = createLog("admin", "silent");
  const tables = tableSetup();
  const ids = randomIds();
  const clock = local?.clock ?? systemClock;
  const vault = kmsVault({ table, clock, log, kmsKeyId: KMS_KEY_ID });
  return {
    table,
    ids,
    clock,
    log,
    wakeups: noWakeups,
    vault,
    pepper: storedPepper({ table, vault, clock, ids }),
    panelUrl: (env.PANEL_URL || local?.panel_url || null)?.replace(/\/$/, "") ?? null,
    ownAccount: local?.account_id ?? null,
    instancesPerAccount: INSTANCES_PER_ACCOUNT ?? null,
    deadLettersOf(stage) {
      if (!local && stage === null) throw new AdminError("--stage is missing. Name the deployment, e.g. --stage prod.");
      return deadLetters(local ? "" : `messaging-gateway-${stage}-`);
    },
    bus: () => eventBridgeBus(parseEnv(BusEnv, env).EVENT_BUS_NAME),
    mails: () => mailsIn(local?.mail_folder),
    say: (line) => console.error(line),
    tables,
    tableName: TABLE_NAME,
    kmsKeyId: KMS_KEY_ID,
    mediaBucket: MEDIA_BUCKET,
    local,
    async close() {
      table.close();
      tables.close();
      await local?.stop();
    },
  };
}

async function mailsIn(folder: string | undefined): Promise<WaitingMail[]> {
  if (folder === undefined)
    throw new AdminError("No mail is stored here, because a deployed gateway sends mail through Amazon SES.");
  return mailOutbox(folder, () => systemClock.now().getTime()).waiting();
}

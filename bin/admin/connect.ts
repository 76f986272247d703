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

/** Dependencies of the commands. */
export interface Admin extends LaneDeps {
  pepper: Pepper;
  /** Seals what the operator gives to others. */
  vault: Vault;
  /** The panel's address, without a trailing slash, or null if unknown. */
  panelUrl: string | null;
  /** The local gateway's own account, or null in AWS. */
  ownAccount: string | null;
  /** The gateway on this machine that the commands work on; null if they work on AWS. */
  local: Pick<LocalGateway, "isRunning" | "network" | "adopt"> | null;
  /** How many numbers the operator of one machine allows an account; null means as many as its plan includes. */
  instancesPerAccount: number | null;
  /** Returns a deployment's dead-letter queues, or those of the local gateway if `stage` is null. */
  deadLettersOf(stage: string | null): DeadLetters;
  /** Table settings, and the name of the table that the gateway currently uses. */
  tables: TableSetup;
  tableName: string;
  kmsKeyId: string;
  /** The bucket of files; empty if the environment doesn't name it. */
  mediaBucket: string;
  /** Returns the internal bus. @throws if the environment doesn't name one. */
  bus(): EventBus;
  /** Returns the mails that wait on this machine, oldest first. @throws AdminError on AWS, where none wait. */
  mails(): Promise<WaitingMail[]>;
  /** Reports the progress of a long command to the operator. */
  say(line: string): void;
  close(): void | Promise<void>;
}

/** How long a request is retried. Someone at a terminal wants to know quickly that nothing answers. */
const PATIENCE_MS = 5_000;

/** Sends no wake-ups: the sweep repeats them within two minutes, so the operator needs no right to send them. */
const noWakeups = { wake: async () => {} };

const AdminEnv = z.object({
  TABLE_NAME: z.string().min(1),
  KMS_KEY_ID: z.string().min(1),
  MEDIA_BUCKET: z.string().default(""),
  INSTANCES_PER_ACCOUNT: SettingsEnv.shape.INSTANCES_PER_ACCOUNT,
});

/**
 * Connects to AWS if the environment names a table, otherwise to the local gateway of this `DATA_DIR`. If that is not
 * running, its data is opened until `close`.
 * @param isOfARestore whether the command has the rights for a restore, if the local gateway judges rights.
 * @throws AdminError with what to do if there is neither.
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
      if (!local && stage === null) throw new AdminError("--stage is missing: which deployment, e.g. --stage prod?");
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
  if (folder === undefined) throw new AdminError("No mail waits here: a deployed gateway sends it through Amazon SES.");
  return mailOutbox(folder, () => systemClock.now().getTime()).waiting();
}

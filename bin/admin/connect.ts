import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
import { AdminError } from "./admin-error.ts";

/** Dependencies of the commands. */
export interface Admin extends LaneDeps {
  pepper: Pepper;
  /** Seals what the operator gives to others. */
  vault: Vault;
  /** The panel's address, without a trailing slash, or null if unknown. */
  panelUrl: string | null;
  /** The local gateway's own account, or null in AWS. */
  ownAccount: string | null;
  /** How many numbers the operator of one machine lets an account have; null: as many as its plan includes. */
  instancesPerAccount: number | null;
  /** Returns a deployment's dead-letter queues, or those of the local gateway if `stage` is null. */
  deadLettersOf(stage: string | null): DeadLetters;
  /** Table settings, and the name of the table that the gateway currently uses. */
  tables: TableSetup;
  tableName: string;
  /** Returns the internal bus. @throws if the environment doesn't name one. */
  bus(): EventBus;
  /** Reports the progress of a long command to the operator. */
  say(line: string): void;
  close(): void;
}

/** How long a request is retried. Someone at a terminal wants to know quickly that nothing answers. */
const PATIENCE_MS = 5_000;

/** Sends no wake-ups: the sweep repeats them within two minutes, so the operator needs no right to send them. */
const noWakeups = { wake: async () => {} };

const AdminEnv = z.object({
  TABLE_NAME: z.string().min(1),
  KMS_KEY_ID: z.string().min(1),
  INSTANCES_PER_ACCOUNT: SettingsEnv.shape.INSTANCES_PER_ACCOUNT,
});

const GatewayFile = z.object({
  account_id: z.string(),
  /** Null if the network isn't simulated, in which case the machine's clock is used. */
  sandbox_url: z.string().nullish(),
  /** Null if the gateway serves no panel. */
  panel_url: z.string().nullish(),
  pid: z.int().optional(),
  aws_env: z.record(z.string(), z.string()),
  /** null: nobody judges what a command may do. */
  operator_key_id: z.string().nullish(),
});

/**
 * Connects to AWS if the environment names a table, otherwise to the local gateway running with this `DATA_DIR`.
 * @throws AdminError with what to do if there is neither.
 */
export async function connect(env: NodeJS.ProcessEnv): Promise<Admin> {
  const local = env.TABLE_NAME ? null : readGateway(env.DATA_DIR ?? ".data");
  // The AWS clients read their endpoint and credentials from the process environment.
  if (local) Object.assign(env, local.aws_env);
  if (local?.operator_key_id) env.AWS_ACCESS_KEY_ID = local.operator_key_id;
  const { TABLE_NAME, KMS_KEY_ID, INSTANCES_PER_ACCOUNT } = parseEnv(AdminEnv, env);
  const table = dynamoTable(TABLE_NAME, {}, PATIENCE_MS);
  const log = createLog("admin", "silent");
  const tables = tableSetup();
  const ids = randomIds();
  const clock = local?.sandbox_url ? clockAhead(await aheadMs(local.sandbox_url)) : systemClock;
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
    say: (line) => console.error(line),
    tables,
    tableName: TABLE_NAME,
    close() {
      table.close();
      tables.close();
    },
  };
}

/** Returns how far ahead the local gateway's clock was moved, because a trial's seven days are counted on it. */
async function aheadMs(sandboxUrl: string): Promise<number> {
  try {
    const response = await fetch(`${sandboxUrl}/clock`, { signal: AbortSignal.timeout(CLOCK_ANSWER_MS) });
    const { now } = SandboxClock.parse(await response.json());
    return Date.parse(now) - systemClock.now().getTime();
  } catch {
    throw new AdminError("The local gateway does not tell its time. Is it still starting? Try again in a moment.");
  }
}

const CLOCK_ANSWER_MS = 10_000;
const SandboxClock = z.object({ now: z.string() });

const clockAhead = (ms: number): typeof systemClock => ({
  now: () => new Date(systemClock.now().getTime() + ms),
  until: (at, signal) => systemClock.until(new Date(at.getTime() - ms), signal),
});

function readGateway(dataDir: string): z.infer<typeof GatewayFile> {
  const file = join(dataDir, "gateway.json");
  const advice =
    "Start the local gateway (npm start) with the same DATA_DIR, or set TABLE_NAME and KMS_KEY_ID with AWS credentials to reach a deployed one.";
  if (!existsSync(file)) throw new AdminError(`No gateway runs here: there is no ${file}. ${advice}`);
  const parsed = GatewayFile.safeParse(jsonOf(file));
  if (!parsed.success) throw new AdminError(`${file} can't be read. ${advice}`);
  if (parsed.data.pid !== undefined && !isRunning(parsed.data.pid)) {
    throw new AdminError(`The gateway of ${file} no longer runs. ${advice}`);
  }
  return parsed.data;
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // somebody else's, but it runs
  }
}

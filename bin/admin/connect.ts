import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { randomIds } from "../../core/aws/ids.ts";
import { kmsVault } from "../../core/aws/kms-vault.ts";
import { parseEnv } from "../../core/env.ts";
import { type Pepper, storedPepper } from "../../core/operations/pepper.ts";
import type { Ids } from "../../core/ports.ts";
import type { Table } from "../../core/store/table.ts";
import { systemClock } from "../../functions/runtime.ts";
import { AdminError } from "./admin-error.ts";

/** What the commands work with. */
export interface Admin {
  table: Table;
  ids: Ids;
  pepper: Pepper;
  now(): Date;
  /** The local gateway's own account; null in AWS. */
  ownAccount: string | null;
  close(): void;
}

const AdminEnv = z.object({ TABLE_NAME: z.string().min(1), KMS_KEY_ID: z.string().min(1) });

const GatewayFile = z.object({
  account_id: z.string(),
  pid: z.int().optional(),
  aws_env: z.record(z.string(), z.string()),
});

/**
 * Connects to AWS when the environment names a table, else to the local gateway that runs with this `DATA_DIR`.
 * @throws AdminError with what to do when there is neither.
 */
export async function connect(env: NodeJS.ProcessEnv): Promise<Admin> {
  const local = env.TABLE_NAME ? null : readGateway(env.DATA_DIR ?? ".data");
  // The AWS clients read their endpoint and credentials from the process's environment.
  if (local) Object.assign(env, local.aws_env);
  const { TABLE_NAME, KMS_KEY_ID } = parseEnv(AdminEnv, env);
  const table = dynamoTable(TABLE_NAME);
  const ids = randomIds();
  const clock = systemClock;
  const vault = kmsVault({ table, clock, kmsKeyId: KMS_KEY_ID });
  return {
    table,
    ids,
    pepper: storedPepper({ table, vault, clock, ids }),
    now: () => clock.now(),
    ownAccount: local?.account_id ?? null,
    close: () => table.close(),
  };
}

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

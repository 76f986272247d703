import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Clock } from "../../core/ports.ts";
import { systemClock } from "../../functions/runtime.ts";
import { AdminError } from "./admin-error.ts";

/** The gateway on this machine, from the point of view of the operator commands. */
export interface LocalGateway {
  account_id: string;
  panel_url: string | null;
  mail_folder: string | undefined;
  /** Environment variables that contain the addresses and credentials of the gateway's local services. */
  aws_env: Record<string, string>;
  clock: Clock;
  isRunning: boolean;
  /** The network that the gateway's numbers are linked to, or null if unknown. */
  network: string | null;
  /** Makes a different account the gateway's own account. */
  adopt(account: string): void;
  /** Closes everything that was opened for the commands. A running gateway keeps running. */
  stop(): Promise<void>;
}

const GatewayFile = z.object({
  account_id: z.string(),
  /** Null if the network isn't simulated, in which case the machine's clock is used. */
  sandbox_url: z.string().nullish(),
  /** Null if the gateway doesn't serve a panel. */
  panel_url: z.string().nullish(),
  mail_folder: z.string().optional(),
  pid: z.int().optional(),
  aws_env: z.record(z.string(), z.string()),
  /** Null if the gateway doesn't check permissions. */
  operator_key_id: z.string().nullish(),
  restore_key_id: z.string().nullish(),
});

/**
 * Finds the gateway of this `DATA_DIR`: either a running gateway or the data of an earlier one.
 * @throws AdminError with instructions for the operator if neither exists. @throws an error with one sentence if the
 * folder can't be opened.
 */
export async function localGateway(env: NodeJS.ProcessEnv, isOfARestore: boolean): Promise<LocalGateway> {
  const dataDir = env.DATA_DIR ?? ".data";
  const running = readGateway(dataDir);
  if (running === null) return stoppedGateway(env, dataDir);
  const { account_id, panel_url, mail_folder, sandbox_url, operator_key_id, restore_key_id } = running;
  const keyId = isOfARestore ? restore_key_id : operator_key_id;
  return {
    account_id,
    panel_url: panel_url ?? null,
    mail_folder,
    aws_env: { ...running.aws_env, ...(keyId && { AWS_ACCESS_KEY_ID: keyId }) },
    clock: sandbox_url ? clockAhead(await aheadMs(sandbox_url)) : systemClock,
    isRunning: true,
    network: null,
    adopt() {
      throw new AdminError("A running gateway needs its account. Stop the gateway first.");
    },
    stop: async () => {},
  };
}

async function stoppedGateway(env: NodeJS.ProcessEnv, dataDir: string): Promise<LocalGateway> {
  const nothing = new AdminError(
    `There is no gateway in ${dataDir}. Start one (npm start) with the same DATA_DIR, or set TABLE_NAME and KMS_KEY_ID with AWS credentials to reach a deployed one.`,
  );
  if (!existsSync(join(dataDir, "state.json"))) throw nothing;
  // Imported lazily, because loading the embedded services takes longer than most commands take to run.
  const { openStopped } = await import("../../local/system/open-stopped.ts");
  const stopped = await openStopped({ ...env, DATA_DIR: dataDir });
  if (stopped === null) throw nothing;
  return { ...stopped, isRunning: false };
}

/**
 * Returns how far the local gateway's clock is ahead of real time. Periods such as the seven-day trial are measured
 * with that clock.
 */
async function aheadMs(sandboxUrl: string): Promise<number> {
  try {
    const response = await fetch(`${sandboxUrl}/clock`, { signal: AbortSignal.timeout(CLOCK_ANSWER_MS) });
    const { now } = SandboxClock.parse(await response.json());
    return Date.parse(now) - systemClock.now().getTime();
  } catch {
    throw new AdminError("The local gateway did not return its time. It may still be starting. Try again in a moment.");
  }
}

const CLOCK_ANSWER_MS = 10_000;
const SandboxClock = z.object({ now: z.string() });

const clockAhead = (ms: number): typeof systemClock => ({
  now: () => new Date(systemClock.now().getTime() + ms),
  until: (at, signal) => systemClock.until(new Date(at.getTime() - ms), signal),
});

/** Returns the running gateway, or null if no gateway is running. */
function readGateway(dataDir: string): z.infer<typeof GatewayFile> | null {
  const file = join(dataDir, "gateway.json");
  if (!existsSync(file)) return null;
  const parsed = GatewayFile.safeParse(jsonOf(file));
  if (!parsed.success) {
    throw new AdminError(`${file} can't be read. Start the gateway (npm start) with the same DATA_DIR to recreate it.`);
  }
  return parsed.data.pid !== undefined && !isRunning(parsed.data.pid) ? null : parsed.data;
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  // Process ids are reused across containers, so an earlier gateway's id may now belong to this very command.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // somebody else's, but it runs
  }
}

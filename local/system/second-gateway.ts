import { isAlive } from "../data/work-folders.ts";
import type { DataFolder } from "./kept-state.ts";
import type { Settings } from "./settings.ts";

/**
 * Refuses to start a second gateway on the same data folder, because two gateways would connect each number twice.
 * @throws Error, with a one-sentence message, if a gateway is already running.
 */
export async function refuseSecondGateway(folder: DataFolder, settings: Settings): Promise<void> {
  if (settings.ephemeral) return;
  const other = folder.readGateway();
  if (!other || !isAlive(other.pid)) return;
  const answers = await fetch(`${other.base_url}/v1/openapi.json`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => null,
  );
  if (!answers) return; // the process number belongs to another program by now
  throw new Error(
    `A gateway is already running with the data folder ${settings.dataDir} (process ${other.pid}, ${other.base_url}). ` +
      "Stop it, or set DATA_DIR to a different folder.",
  );
}

import { join } from "node:path";
import type { Clock } from "../../core/ports.ts";
import { gatewayVersion } from "../data/about.ts";
import { MovableClock } from "../machine/clock.ts";
import { createInfrastructure } from "./infrastructure.ts";
import { dataFolder } from "./kept-state.ts";
import { keepNewFilesPrivate } from "./private-files.ts";
import { readSettings } from "./settings.ts";
import { startAws } from "./start-aws.ts";

/** The data of a stopped gateway, opened for its operator's commands. */
export interface StoppedGateway {
  account_id: string;
  panel_url: string | null;
  mail_folder: string;
  /** The environment variables that commands need to reach the embedded services. */
  aws_env: Record<string, string>;
  clock: Clock;
  /** The network that the folder's numbers are linked to, or null if no network has been chosen yet. */
  network: string | null;
  /**
   * Makes a different account the gateway's own account. It has no key yet; the next start creates a key, unless the
   * gateway serves a team.
   */
  adopt(account: string): void;
  stop(): Promise<void>;
}

/**
 * Opens the data of a gateway that was started before but isn't running now. Until the data is closed again, no gateway
 * can start with the folder.
 * @returns null if no gateway has been started with this folder yet. @throws a one-sentence error if the folder is in
 * use or damaged.
 */
export async function openStopped(env: Record<string, string | undefined>): Promise<StoppedGateway | null> {
  const settings = readSettings(env);
  const folder = dataFolder(settings.dataDir);
  const state = folder.readState();
  const { account_id, kms_key_id } = state;
  if (account_id === null || kms_key_id === null) return null;
  if (state.written_by !== gatewayVersion()) throw new Error(otherVersion(settings.dataDir));
  keepNewFilesPrivate();
  const mail_folder = join(settings.dataDir, "mail");
  const clock = new MovableClock({ aheadOfMachineMs: state.clock_offset_ms });
  // Commands never send emails through SES.
  const parts = { watch: undefined, deliver: async () => {}, deployed: undefined, snapshot: null };
  const aws = await startAws({ ...settings, rights: false }, clock, join(settings.dataDir, "aws"), parts);
  try {
    Object.assign(process.env, aws.env); // where the clients find the services
    const wiring = await createInfrastructure(kms_key_id, state.restored_table, settings.shards);
    const panel_url = settings.serve?.url.origin ?? state.panel_url;
    const adopt = (account: string) => folder.writeState({ ...folder.readState(), account_id: account, api_key: null });
    const aws_env = { ...aws.env, ...wiring };
    const { network } = state;
    return { account_id, panel_url, mail_folder, aws_env, clock, network, adopt, stop: () => aws.stop() };
  } catch (error) {
    await aws.stop();
    throw error;
  }
}

const otherVersion = (dataDir: string) =>
  `The data folder ${dataDir} was last used by a different version of the gateway. Start this gateway with the folder once (npm start), and then repeat the command.`;

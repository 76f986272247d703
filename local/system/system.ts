import { ENV } from "../../core/env.ts";
import type { Emulators } from "../aws/emulators.ts";
import type { Watch } from "../aws/service/service.ts";
import { MovableClock } from "../machine/clock.ts";
import type { Gateway } from "./gateway.ts";
import { dataFolder, openState } from "./kept-state.ts";
import { followClockMoves } from "./moving-clock.ts";
import { PARTS, type Part } from "./parts.ts";
import { refuseSecondGateway } from "./second-gateway.ts";
import type { Settings } from "./settings.ts";
import { tellWhere } from "./tell-where.ts";

/** The running gateway of one machine. */
export interface LocalSystem {
  baseUrl: string;
  sandboxUrl: string;
  apiKey: string;
  accountId: string;
  /** The address of the simulated network, and the root key that its clients trust. */
  network: { url: string; rootPublicKey: string };
  /** Puts new items straight into the table, for measurements on a full one. */
  load: (items: Parameters<Emulators["load"]>[1]) => Promise<void>;
  /** Resolves with a sentence when a part has ended by itself and the gateway can't go on. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts every part of the gateway on this machine: embedded AWS services, the API's and the workers' own handlers,
 * the session service and the simulated network, each of the last two in its own process.
 * @param watch sees every request to the embedded AWS services, for measurements.
 * @throws one plain sentence when a part can't start; nothing is left running.
 */
export async function startSystem(settings: Settings, watch?: Watch): Promise<LocalSystem> {
  const gateway = await prepare(settings, watch);
  const begun: Part[] = [];
  const stopParts = async () => {
    for (const part of begun.reverse()) await part.stop(gateway);
  };
  try {
    for (const part of PARTS) {
      begun.push(part);
      await part.start(gateway);
    }
  } catch (error) {
    await stopParts();
    throw error;
  }
  followClockMoves(gateway);
  gateway.sessionsChanged = () => tellWhere(gateway);
  tellWhere(gateway);
  return running(gateway, stopParts);
}

/** Opens the data folder; no part runs yet. */
async function prepare(settings: Settings, watch: Watch | undefined): Promise<Gateway> {
  const folder = dataFolder(settings.dataDir);
  folder.open();
  await refuseSecondGateway(folder, settings);
  const state = openState(folder, settings.ephemeral);
  const clock = new MovableClock({ aheadOfMachineMs: state.values.clock_offset_ms });
  const sessionsChanged = () => {};
  // PARTS add the rest, each before a later one reads it.
  return { settings, watch, folder, state, clock, wiring: {}, sessionsChanged } as unknown as Gateway;
}

function running(gateway: Gateway, stopParts: () => Promise<void>): LocalSystem {
  const { api, network, account, aws, wiring, sessions, folder } = gateway;
  let stopping: Promise<void> | null = null;
  return {
    baseUrl: api.url,
    sandboxUrl: String(network.ready.sandboxUrl),
    apiKey: account.api_key,
    accountId: account.account_id,
    network: { url: String(network.ready.url), rootPublicKey: String(network.ready.rootPublicKey) },
    load: (items) => aws.load(wiring[ENV.tableName] ?? "", items),
    broken: Promise.race([
      network.ended.then(() => "The simulated network has ended."),
      sessions.broken.then(() => "The session service ends again and again; its own lines above say why."),
    ]),
    stop: () => {
      gateway.sessionsChanged = () => {};
      stopping ??= stopParts().finally(() => folder.removeGateway());
      return stopping;
    },
  };
}

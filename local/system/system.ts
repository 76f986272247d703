import { ENV } from "../../core/env.ts";
import type { Emulators } from "../aws/emulators.ts";
import type { Watch } from "../aws/service/service.ts";
import { gatewayVersion } from "../data/about.ts";
import { bringUpToDate } from "../data/bring-up-to-date.ts";
import { removeDead } from "../data/work-folders.ts";
import { MovableClock } from "../machine/clock.ts";
import type { Gateway, Runtimes } from "./gateway.ts";
import { dataFolder, openState } from "./kept-state.ts";
import { followClockMoves } from "./moving-clock.ts";
import { type MachinePart, PARTS } from "./parts.ts";
import { keepNewFilesPrivate } from "./private-files.ts";
import { networkName, refuseOtherNetwork } from "./refuse-other-network.ts";
import { answerMailRequests } from "./sandbox-mail.ts";
import { refuseSecondGateway } from "./second-gateway.ts";
import type { Settings } from "./settings.ts";
import { refuseWithoutTeam } from "./team-folder.ts";
import { tellWhere } from "./tell-where.ts";

/** The running gateway on one machine. */
export interface LocalSystem {
  baseUrl: string;
  /** null if the network isn't simulated. */
  sandboxUrl: string | null;
  /** Null if none is kept, because a team is served. */
  apiKey: string | null;
  accountId: string;
  /** The network's address, and the root key that its clients trust; null: the network library's own. */
  network: { url: string; rootPublicKey: string } | null;
  /** The file of the key that seals the keys in the data folder; null if they are in clear, or nothing is kept. */
  masterKeyFile: string | null;
  /** The stand-in for language model providers, and a key that it accepts; null if the real ones are used. */
  ai: { url: string; key: string } | null;
  /** The address of the metrics; null if they aren't served. */
  metricsUrl: string | null;
  /** Puts new items straight into the table, for measurements on a full one. */
  load: (items: Parameters<Emulators["load"]>[1]) => Promise<void>;
  /** Resolves with a sentence if a part ends on its own and the gateway can't continue. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts every part of the gateway on this machine: embedded AWS services, the API's and the workers' own handlers, the
 * stand-in for AI providers, the session service and, unless the settings name another, the simulated network; the last
 * two run in separate processes.
 * @param watch sees every request to the embedded AWS services, for measurements.
 * @param runtimes run functions and sessions differently; if absent, they run as on one machine.
 * @throws one plain sentence if a part can't start; nothing is left running.
 */
export async function startSystem(settings: Settings, watch?: Watch, runtimes?: Runtimes): Promise<LocalSystem> {
  const gateway = await prepare(settings, watch, runtimes);
  const begun: MachinePart[] = [];
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
  answerMailRequests(gateway);
  gateway.sessionsChanged = () => tellWhere(gateway);
  tellWhere(gateway);
  return running(gateway, stopParts);
}

/** Opens the data folder; no part is running yet. */
async function prepare(settings: Settings, watch: Watch | undefined, runtimes: Runtimes | undefined): Promise<Gateway> {
  keepNewFilesPrivate(); // before there is a file, or a child that makes one
  const folder = dataFolder(settings.dataDir);
  const open = folder.open();
  if (open !== null) {
    console.warn(`Other users of this machine can open ${open}: it is not yours, or its file system keeps no modes.`);
  }
  refuseOtherNetwork(folder, settings);
  await refuseSecondGateway(folder, settings);
  const state = openState(folder, settings.ephemeral);
  refuseWithoutTeam(state, settings);
  if (!settings.ephemeral) {
    removeDead(settings.dataDir);
    bringUpToDate(settings.dataDir, { writtenBy: state.values.written_by, say: (line) => console.log(line) });
  }
  // Before anything else is put there.
  state.keep({ network: networkName(settings), written_by: gatewayVersion() });
  const clock = new MovableClock({ aheadOfMachineMs: state.values.clock_offset_ms });
  const sessionsChanged = () => {};
  // PARTS add the rest, each before a later one reads it.
  return { settings, watch, runtimes, folder, state, clock, wiring: {}, sessionsChanged } as unknown as Gateway;
}

function running(gateway: Gateway, stopParts: () => Promise<void>): LocalSystem {
  const { api, network, account, aws, wiring, sessions, folder, aiProviders, metrics } = gateway;
  let stopping: Promise<void> | null = null;
  return {
    baseUrl: api.url,
    sandboxUrl: network.sandboxUrl,
    apiKey: account.api_key,
    accountId: account.account_id,
    network: network.address,
    masterKeyFile: aws.masterKeyFile,
    ai: aiProviders.demo,
    metricsUrl: metrics?.url ?? null,
    load: (items) => aws.load(wiring[ENV.tableName] ?? "", items),
    broken: Promise.race([
      ...(network.process ? [network.process.ended.then(() => "The simulated network has ended.")] : []),
      sessions.broken.then(() => "The session service ends again and again; its own lines above say why."),
    ]),
    stop: () => {
      gateway.sessionsChanged = () => {};
      stopping ??= stopParts().finally(() => folder.removeGateway());
      return stopping;
    },
  };
}

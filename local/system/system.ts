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

/** A running gateway on a single machine. */
export interface LocalSystem {
  baseUrl: string;
  /** Null if the network isn't simulated. */
  sandboxUrl: string | null;
  /** Null if no key is stored, because the gateway serves a team. */
  apiKey: string | null;
  accountId: string;
  /** The network's URL and the root key that its clients trust. Null means those built into the network library. */
  network: { url: string; rootPublicKey: string } | null;
  /**
   * The file of the master key that encrypts the data folder's keys. Null if those keys are stored unencrypted, or if
   * nothing is persisted.
   */
  masterKeyFile: string | null;
  /**
   * The address of the simulated AI providers and a key that is valid there, or null if the real providers are used.
   */
  ai: { url: string; key: string } | null;
  /** The metrics address, or null if metrics aren't served. */
  metricsUrl: string | null;
  /** Puts new items directly into the table, for benchmarks with a full table. */
  load: (items: Parameters<Emulators["load"]>[1]) => Promise<void>;
  /** Resolves to a sentence if a part ends unexpectedly and the gateway can't continue. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts all parts of the gateway on this machine: the embedded AWS services, the handlers of the API and the workers,
 * the simulated AI providers, the session service and, unless the settings specify another network, the simulated
 * network. The last two run in separate processes.
 * @param watch called for every request to the embedded AWS services, so that they can be measured.
 * @param runtimes how to run functions and sessions; by default, they run on a single machine.
 * @throws a plain one-sentence error if a part can't start, after stopping all other parts.
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

/** Opens the data folder. No part is running yet. */
async function prepare(settings: Settings, watch: Watch | undefined, runtimes: Runtimes | undefined): Promise<Gateway> {
  keepNewFilesPrivate(); // before there is a file, or a child that makes one
  const folder = dataFolder(settings.dataDir);
  const open = folder.open();
  if (open !== null) {
    console.warn(
      `Other users of this machine can open ${open}, because it does not belong to you or its file system does not store permissions.`,
    );
  }
  refuseOtherNetwork(folder, settings);
  await refuseSecondGateway(folder, settings);
  const state = openState(folder, settings.ephemeral);
  refuseWithoutTeam(state, settings);
  if (!settings.ephemeral) {
    removeDead(settings.dataDir);
    bringUpToDate(settings.dataDir, { writtenBy: state.values.written_by, say: (line) => console.log(line) });
  }
  // Recorded before anything else is written to the folder.
  state.keep({ network: networkName(settings), written_by: gatewayVersion() });
  const clock = new MovableClock({ aheadOfMachineMs: state.values.clock_offset_ms });
  const sessionsChanged = () => {};
  // The remaining fields are added by PARTS, each before a later part needs it.
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
      ...(network.process ? [network.process.ended.then(() => "The simulated network has stopped.")] : []),
      sessions.broken.then(() => "The session service keeps exiting. See its log lines above for the reason."),
    ]),
    stop: () => {
      gateway.sessionsChanged = () => {};
      stopping ??= stopParts().finally(() => folder.removeGateway());
      return stopping;
    },
  };
}

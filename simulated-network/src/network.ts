import { join } from "node:path";
import { Arrivals } from "./delivery/arrivals.ts";
import { LiveDevices } from "./delivery/live-devices.ts";
import { LoginBook } from "./delivery/login-book.ts";
import { Typing } from "./delivery/typing.ts";
import { Faults } from "./faults/faults.ts";
import { MediaFiles } from "./media/media-files.ts";
import { openMediaServer } from "./media/media-server.ts";
import { MediaStore } from "./media/media-store.ts";
import type { Clock } from "./process/clock.ts";
import type { ClockMoved, ClockRequest } from "./process/clock-request.ts";
import { logToStandardError } from "./process/log.ts";
import { monotonicMs } from "./process/monotonic-ms.ts";
import type { OwnersPaths } from "./process/owners-paths.ts";
import { openSandbox } from "./sandbox/sandbox-server.ts";
import { openDatabase } from "./store/database/database.ts";
import { Transactions } from "./store/transactions.ts";
import { networkIdentity } from "./wire/handshake/certificate.ts";
import { openSocketServer } from "./wire/socket-server.ts";
import { PairingDesk } from "./world/linking/pairing-desk.ts";
import type { World } from "./world/world.ts";

/** The settings of a network. */
export interface NetworkOptions {
  /**
   * The network's name, from which its root key is derived. A client that trusts this network therefore doesn't trust a
   * network with a different name.
   */
  readonly name: string;
  /** The port for websockets. 0 means any free port. */
  readonly port: number;
  /** The port for the sandbox API. 0 means any free port; null means no sandbox API. */
  readonly sandboxPort: number | null;
  /** The folder for the network's data. Null means in memory. */
  readonly dataDir: string | null;
  readonly clock: Clock;
  /** Moves the clock. Resolves once everything that came due has happened. */
  readonly moveClock: (request: ClockRequest) => Promise<ClockMoved>;
  /** Additional paths of the sandbox API that the caller answers itself. */
  readonly owner?: OwnersPaths;
  readonly host?: "127.0.0.1";
}

/** A running network. */
export interface Network {
  /** The websocket's address, ws://127.0.0.1:PORT/ws/chat */
  readonly url: string;
  /** The root key that clients must trust, 32 bytes as hex. */
  readonly rootPublicKey: string;
  /** The sandbox API's address. Empty if there is no sandbox API. */
  readonly sandboxUrl: string;
  /** The path of a file with the media store's certificate (PEM), for NODE_EXTRA_CA_CERTS of a client's process. */
  readonly mediaCaFile: string;
  /**
   * The host:port of the media store. Files that messages identify only by path, such as a history, are found here, not
   * at the host that the library uses.
   */
  readonly mediaHost: string;
  stop(): Promise<void>;
  /** Whether no stanzas are in transit to connected devices or being delayed. */
  isIdle(): boolean;
}

/** Thrown when another program is already using a port. */
export class PortInUse extends Error {
  readonly port: number;
  /** The purpose of the port: websocket or sandbox API. */
  readonly door: "socket" | "sandbox";

  constructor(port: number, door: PortInUse["door"]) {
    super(`Port ${port} is already in use.`);
    this.port = port;
    this.door = door;
  }
}

/**
 * Starts the simulated messaging network with its sandbox API.
 *
 * @throws PortInUse
 */
export async function startNetwork(options: NetworkOptions): Promise<Network> {
  const { clock, host = "127.0.0.1" } = options;
  const identity = networkIdentity(options.name);
  const database = openDatabase(options.dataDir);
  const transactions = new Transactions(database, clock);
  const faults = new Faults(clock);
  const world: World = {
    clock,
    log: logToStandardError,
    transactions,
    live: new LiveDevices(transactions),
    typing: new Typing(),
    arrivals: new Arrivals(monotonicMs),
    logins: new LoginBook(),
    faults,
    media: new MediaStore(new MediaFiles(options.dataDir && join(options.dataDir, "media"))),
  };
  const pairing = new PairingDesk(() => faults.isOn("refuse_pairing_codes"));
  const opened: { stop(): Promise<void> }[] = [];
  try {
    const media = await openMediaServer(world.media, faults, host, options.dataDir);
    opened.unshift(media);
    const sockets = await explainPortInUse(
      openSocketServer(world, pairing, identity, host, options.port),
      options.port,
      "socket",
    );
    opened.unshift(sockets);
    const sandbox = await openSandboxIfAny(options, { world, pairing, host, ...sockets });
    if (sandbox) opened.unshift(sandbox);
    return {
      url: sockets.url,
      rootPublicKey: identity.rootPublicKey,
      sandboxUrl: sandbox?.url ?? "",
      mediaCaFile: media.caFile,
      mediaHost: world.media.host,
      isIdle: () => transactions.isIdle && world.live.isIdle,
      async stop() {
        for (const door of opened) await door.stop();
        world.live.stop();
        await transactions.run(() => {});
        database.close();
      },
    };
  } catch (error) {
    for (const door of opened) await door.stop();
    database.close();
    throw error;
  }
}

/** Opens the sandbox API. @returns null if no port is configured for it. */
async function openSandboxIfAny(
  { sandboxPort: port, owner, moveClock }: NetworkOptions,
  parts: Pick<Parameters<typeof openSandbox>[0], "world" | "pairing" | "host" | "dropAll" | "endAll">,
) {
  if (port === null) return null;
  const { world, pairing, host, dropAll, endAll } = parts;
  const nobody = { paths: [], answer: () => Promise.reject(new Error("No path is the owner's.")) };
  const sandbox = openSandbox({ world, pairing, host, port, dropAll, endAll, owner: owner ?? nobody, moveClock });
  return explainPortInUse(sandbox, port, "sandbox");
}

/** Converts a port-in-use error to a PortInUse, because this is the error that new users are most likely to see. */
async function explainPortInUse<T>(opening: Promise<T>, port: number, door: PortInUse["door"]): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EADDRINUSE") throw error;
    throw new PortInUse(port, door);
  }
}

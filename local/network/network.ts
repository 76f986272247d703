import type { Clock } from "../../core/ports.ts";
import { LiveDevices } from "./delivery/live-devices.ts";
import { Faults } from "./faults.ts";
import { ROOT_PUBLIC_KEY_HEX } from "./handshake/certificate.ts";
import { PairingDesk } from "./linking/pairing-desk.ts";
import { logToStandardError } from "./log.ts";
import { openSandbox } from "./sandbox/sandbox-server.ts";
import { openSocketServer } from "./socket-server.ts";
import { openDatabase } from "./store/database.ts";
import { Turns } from "./turns.ts";
import type { World } from "./world.ts";

/** A wish to move the gateway's clock; exactly one of the two is given. */
export interface ClockRequest {
  readonly advance_seconds?: number;
  /** ISO 8601 with offset. */
  readonly now?: string;
}

/** Where the clock stands after it was moved, and whether the gateway has settled since. */
export interface ClockMoved {
  readonly now: string;
  readonly settled: boolean;
}

/** What a network is started with. */
export interface NetworkOptions {
  /** For websockets; 0 = any free port. */
  readonly port: number;
  /** For the sandbox API; 0 = any free port. */
  readonly sandboxPort: number;
  /** A folder of the network's own; null = in memory. */
  readonly dataDir: string | null;
  readonly clock: Clock;
  /** Moves the gateway's clock and answers when everything due has happened. */
  readonly moveClock: (request: ClockRequest) => Promise<ClockMoved>;
  readonly host?: "127.0.0.1";
}

/** A running network. */
export interface Network {
  /** ws://127.0.0.1:PORT/ws/chat */
  readonly url: string;
  /** What clients must trust: 32 bytes as hex. */
  readonly rootPublicKey: string;
  readonly sandboxUrl: string;
  stop(): Promise<void>;
  /** Nothing in flight: no stanza under way to a connected device, no receipt held back. */
  isIdle(): boolean;
}

/**
 * Starts the simulated messaging network with its sandbox API.
 *
 * @throws Error in one plain sentence when a port is in use.
 */
export async function startNetwork(options: NetworkOptions): Promise<Network> {
  const { clock, host = "127.0.0.1" } = options;
  const database = openDatabase(options.dataDir);
  const turns = new Turns(database, clock);
  const world: World = {
    clock,
    log: logToStandardError,
    turns,
    live: new LiveDevices(turns),
    pairing: new PairingDesk(),
    faults: new Faults(clock),
  };
  try {
    const sockets = await plainly(openSocketServer(world, host, options.port), options.port, null);
    const sandbox = await plainly(
      openSandbox({ world, host, port: options.sandboxPort, dropAll: sockets.dropAll, moveClock: options.moveClock }),
      options.sandboxPort,
      "SANDBOX_PORT",
    ).catch(async (error) => {
      await sockets.stop();
      throw error;
    });
    return {
      url: sockets.url,
      rootPublicKey: ROOT_PUBLIC_KEY_HEX,
      sandboxUrl: sandbox.url,
      isIdle: () => turns.isIdle && world.live.isIdle,
      async stop() {
        await sandbox.stop();
        await sockets.stop();
        world.live.stop();
        await turns.take(() => {});
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A port that is taken is the one failure a newcomer meets; it gets a sentence instead of a code. */
async function plainly<T>(opening: Promise<T>, port: number, variable: string | null): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EADDRINUSE") throw error;
    const remedy = variable ? `set ${variable} to a free port` : "stop the program that uses it";
    throw new Error(`Port ${port} is already in use: ${remedy} (0 picks one).`);
  }
}

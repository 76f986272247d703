import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ClockMoved, ClockRequest } from "../../../simulated-network/src/process/clock-request.ts";
import type {
  ChildMessage,
  GivenNetworkConfig,
  ParentMessage,
} from "../../../simulated-network/src/process/parent-messages.ts";
import { machineTime } from "../../support/machine-time.ts";

const MAIN = fileURLToPath(new URL("../../../simulated-network/src/main.ts", import.meta.url));

export interface SpawnOptions {
  /** The network's name. Each name results in a different root key. */
  readonly name?: string;
  /** The folder for the network's data, which then survives restarts. By default, no data is stored. */
  readonly dataDir?: string | null;
  /** The port, or 0 for any free port. */
  readonly port?: number;
  readonly sandboxPort?: number;
  /** Handles POST /clock. By default, moves the network's own clock, and counts as settled immediately. */
  readonly moveClock?: (request: ClockRequest) => Promise<ClockMoved>;
}

/** A network in its own process. */
export interface SpawnedNetwork {
  readonly url: string;
  readonly rootPublicKey: string;
  readonly sandboxUrl: string;
  readonly mediaCaFile: string;
  readonly mediaHost: string;
  /** Returns the time on the network's clock. */
  now(): Date;
  isIdle(): Promise<boolean>;
  /** Stops the network cleanly. */
  stop(): Promise<void>;
  /** Kills the network's process, like `kill -9`. */
  kill(): Promise<void>;
  /** Returns everything that the network has written to standard error, as one string. */
  log(): string;
}

/** Starts the network as a child process. @throws Error with the network's own message if it can't start. */
export async function spawnNetwork(options: SpawnOptions = {}): Promise<SpawnedNetwork> {
  const config = configOf(options);
  const child = fork(MAIN, {
    env: { ...process.env, NETWORK_CONFIG: JSON.stringify(config) },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  const { network } = await readyIn(child, options);
  return network;
}

/** Returns the configuration for a network's process. */
export function configOf(options: SpawnOptions): GivenNetworkConfig {
  return {
    ...(options.name !== undefined && { name: options.name }),
    port: options.port ?? 0,
    sandboxPort: options.sandboxPort ?? 0,
    dataDir: options.dataDir ?? null,
    // The library in the tests uses the machine's clock and ignores tokens from a different year.
    clockOffsetMs: 0,
  };
}

/**
 * Waits until the network that is starting in this process is ready, and answers its questions from then on.
 * @returns the network, and a function that stops listening to its process. @throws Error with the network's own
 * message.
 */
export async function readyIn(
  child: ChildProcess,
  options: SpawnOptions,
): Promise<{ network: SpawnedNetwork; turnAway(): void }> {
  const clock = { offsetMs: 0 };
  const tell = (message: ParentMessage) => child.connected && child.send(message);
  let log = "";
  const note = (chunk: unknown) => {
    log += chunk;
  };
  child.stderr?.on("data", note);
  const moveClock = options.moveClock ?? ((request) => moveOwnClock(clock, request, tell));
  const idleAnswers = new Map<string | number, (idle: boolean) => void>();
  const { promise, resolve, reject } = Promise.withResolvers<Extract<ChildMessage, { kind: "ready" }>>();
  const ended = () => reject(new Error(`The network ended before it was ready. ${log}`));
  const hear = (received: unknown) => {
    // All messages come from our own code.
    const message = received as ChildMessage;
    if (message.kind === "ready") resolve(message);
    else if (message.kind === "failed") reject(new Error(message.message));
    else if (message.kind === "idle") idleAnswers.get(message.id)?.(message.idle);
    else if (message.kind === "move-clock")
      void moveClock(message.request).then((moved) => tell({ kind: "clock-moved", id: message.id, ...moved }));
  };
  child.on("exit", ended).on("message", hear);
  const { url, rootPublicKey, sandboxUrl, mediaCaFile, mediaHost } = await promise;
  const network: SpawnedNetwork = {
    url,
    rootPublicKey,
    sandboxUrl,
    mediaCaFile,
    mediaHost,
    now: () => shownBy(clock),
    log: () => log,
    isIdle: () =>
      new Promise((answered) => {
        const id = idleAnswers.size + 1;
        idleAnswers.set(id, answered);
        tell({ kind: "idle?", id });
      }),
    stop: () => end(child, () => tell({ kind: "stop" })),
    kill: () => end(child, () => child.kill("SIGKILL")),
  };
  const turnAway = () => {
    child.off("exit", ended).off("message", hear);
    child.stderr?.off("data", note);
  };
  return { network, turnAway };
}

const shownBy = (clock: { offsetMs: number }) => new Date(machineTime().getTime() + clock.offsetMs);

async function moveOwnClock(
  clock: { offsetMs: number },
  request: ClockRequest,
  tell: (message: ParentMessage) => void,
): Promise<ClockMoved> {
  const byMs = request.now
    ? new Date(request.now).getTime() - shownBy(clock).getTime()
    : (request.advance_seconds ?? 0) * 1000;
  clock.offsetMs += byMs;
  tell({ kind: "clock", offsetMs: clock.offsetMs });
  return { now: shownBy(clock).toISOString(), settled: true };
}

async function end(child: ChildProcess, how: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  how();
  await exited;
}

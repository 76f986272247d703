import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { atWorkerEnd } from "../../run/at-worker-end.ts";
import type { HostIsFree, HostMessage } from "./network-host.ts";
import { configOf, readyIn, type SpawnedNetwork, type SpawnOptions } from "./spawn-network.ts";

const HOST = fileURLToPath(new URL("./network-host.ts", import.meta.url));

/** A network that has a process to itself. When the network stops, it leaves the process to the next network. */
export interface HostedNetwork extends SpawnedNetwork {
  /**
   * Stops the network but keeps its process waiting for the next one. Does nothing if the network was already stopped
   * or killed.
   */
  leave(): Promise<void>;
}

/** Processes started by the tests' process that aren't currently running a network. */
const free: ChildProcess[] = [];

/**
 * Starts a network, either in a process left by an earlier network of this test process or in a new process. A network
 * that is stopped or killed takes its process with it, so a network that later continues with the same data shares
 * nothing else with it.
 * @throws Error with the network's own message if it can't start.
 */
export async function openNetwork(options: SpawnOptions = {}): Promise<HostedNetwork> {
  const host = takeFree() ?? newHost();
  const started = readyIn(host, options);
  send(host, { kind: "start", config: configOf(options) });
  const { network, turnAway } = await started;
  return {
    ...network,
    async leave() {
      if (!isRunning(host)) return;
      turnAway();
      const left = isFree(host);
      send(host, { kind: "leave" });
      await left;
      free.push(host);
    },
  };
}

/** Returns a process that is waiting for a network, or undefined if there is none. */
function takeFree(): ChildProcess | undefined {
  const host = free.pop();
  return host && !isRunning(host) ? takeFree() : host;
}

/** Resolves once the process reports that its network has stopped, or exits. */
function isFree(host: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      if ((message as HostIsFree).kind === "free") done();
    };
    const done = () => {
      host.off("message", hear).off("exit", done);
      resolve();
    };
    host.on("message", hear).on("exit", done);
  });
}

function newHost(): ChildProcess {
  const host = fork(HOST, {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  host.stderr?.resume();
  atWorkerEnd(async () => {
    if (!isRunning(host)) return;
    const exited = once(host, "exit");
    host.kill("SIGKILL");
    await exited;
  });
  return host;
}

const isRunning = (host: ChildProcess) => host.exitCode === null && host.signalCode === null;
const send = (host: ChildProcess, message: HostMessage) => host.send(message);

#!/usr/bin/env node
import "./process/silence-console.ts";
import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { botEnvironment } from "./command/bot-environment.ts";
import { FlagError, type Flags, readFlags } from "./command/flags.ts";
import { HELP } from "./command/help.ts";
import { runBot } from "./command/run-bot.ts";
import { setScene } from "./command/set-scene.ts";
import type { Network } from "./network.ts";
import { MovableClock } from "./process/clock.ts";

/** The oldest Node.js release that has SQLite and module loading hooks. */
const OLDEST_NODE = [22, 15] as const;

/** The preload module next to this one, which is TypeScript in the sources and JavaScript in the package. */
const PRELOAD = new URL(import.meta.url.endsWith(".ts") ? "./preload.ts" : "./preload.js", import.meta.url);

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Runs the network until the bot exits or, without a bot, until the process is asked to stop. @returns the exit code.
 */
async function main(args: readonly string[]): Promise<number> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new FlagError(`This needs Node.js ${OLDEST_NODE.join(".")} or newer, and runs on ${process.versions.node}.`);
  }
  const flags = readFlags(args, new Date());
  if (flags === "help") say(HELP);
  else if (flags === "version") say(versionOf(new URL("../package.json", import.meta.url)));
  else return await run(flags);
  return 0;
}

async function run(flags: Flags): Promise<number> {
  const toldToEnd = new Promise<void>((end) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => end());
  });
  const network = await start(flags);
  try {
    await setScene(network.sandboxUrl, flags);
    const env = botEnvironment(network, PRELOAD, flags.bot.length > 0 ? process.env.NODE_OPTIONS : "");
    say(whereabouts(network, flags));
    if (flags.bot.length > 0) return await runBot(flags.bot, env);
    say("\nA bot finds it with these variables, and stays as it is:");
    for (const [name, value] of Object.entries(env)) say(`  export ${name}='${value}'`);
    say("\nCtrl-C ends it.");
    await toldToEnd;
    return 0;
  } finally {
    await network.stop();
  }
}

async function start({ name, port, apiPort, dataDir, startsAt }: Flags): Promise<Network> {
  const folder = dataDir === null ? null : openFolder(resolve(dataDir));
  const clock = new MovableClock(startsAt === null ? 0 : startsAt.getTime() - Date.now());
  // Imported dynamically for two reasons: the console must be silenced before the library loads, and old Node.js
  // versions lack modules that the network imports.
  const { PortInUse, startNetwork } = await import("./network.ts");
  try {
    return await startNetwork({
      name,
      port,
      sandboxPort: apiPort,
      dataDir: folder,
      clock,
      async moveClock({ now, advance_seconds = 0 }) {
        clock.moveTo(now === undefined ? new Date(clock.now().getTime() + advance_seconds * 1000) : new Date(now));
        return { now: clock.now().toISOString(), settled: true };
      },
    });
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error;
    const flag = error.door === "sandbox" ? "--api-port" : "--port";
    throw new FlagError(`Port ${error.port} is already in use: choose another with ${flag} (0 picks one).`);
  }
}

/** Creates the data folder if needed. @throws FlagError if the folder is not writable. */
function openFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    return path;
  } catch (error) {
    throw new FlagError(`--data ${path} can't be used: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function whereabouts(network: Network, { name, dataDir, startsAt, phones, faults }: Flags): string {
  const lines = [
    `The ${name} runs on this machine.`,
    `  bots connect to  ${network.url}`,
    `  phones (HTTP)    ${network.sandboxUrl}`,
    `  root key         ${network.rootPublicKey}`,
    `  files            https://${network.mediaHost}, certificate ${network.mediaCaFile}`,
    `  kept             ${dataDir === null ? "in memory" : `in ${resolve(dataDir)}`}`,
  ];
  if (startsAt) lines.push(`  clock            from ${startsAt.toISOString()}`);
  if (phones.length > 0)
    lines.push(`  people           ${phones.map((one) => `${one.name} (${one.phone})`).join(", ")}`);
  if (faults.length > 0) lines.push(`  faults           ${faults.map((one) => JSON.stringify(one)).join(", ")}`);
  return lines.join("\n");
}

const versionOf = (file: URL): string => (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;

// Node.js would warn about its built-in SQLite, which the reader can't do anything about.
process.removeAllListeners("warning");
try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  const isPlain = error instanceof FlagError || !(error instanceof Error) || error.stack === undefined;
  process.stderr.write(`${isPlain || error.constructor === Error ? (error as Error).message : error.stack}\n`);
  process.exit(error instanceof FlagError ? 2 : 1);
}

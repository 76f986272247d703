import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GatewayFile } from "../../local/system/kept-state.ts";
import { eventually } from "./eventually.ts";
import { runAdmin } from "./operator-command.ts";
import { passingFolder } from "./passing-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LEASH = new URL("leash.mjs", import.meta.url).href;

const START = "local/start.mjs";

/**
 * The environment that a test's process was started with. A test file may change `process.env` so that its own clients
 * reach its gateway, but gateways started later, by the same file or another, must not inherit that change.
 */
const INHERITED = { ...process.env };

/**
 * A flag that makes a test's gateway use more memory to save CPU time. Don't use it for a gateway on a small server.
 */
const HEAP_FLAG = "--max-semi-space-size=32";

/** A JSON answer. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

export type Call = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<T>>;

/** The gateway as a new user runs it: a separate process that is only accessed over HTTP. */
export interface Gateway {
  /**
   * The process of the API, the functions, and the embedded AWS services. The gateway's other processes are its
   * children.
   */
  pid: number;
  baseUrl: string;
  /** The sandbox's URL, or empty if the network isn't simulated. */
  sandboxUrl: string;
  apiKey: string;
  accountId: string;
  /** The panel's URL without a trailing slash, or empty if no panel is served. */
  panelUrl: string;
  /** The environment variables that clients need to reach the embedded AWS services. */
  awsEnv: Record<string, string>;
  /** The URL that other clients of the simulated network connect to, and the key that makes them trust it. */
  network: { url: string; rootPublicKey: string };
  /** The address of the stand-in for AI providers, and a key that it accepts. Empty if the real providers are used. */
  aiUrl: string;
  aiDemoKey: string;
  /** Returns the ids of the processes that currently own the linked numbers. */
  sessionPids(): number[];
  /** Calls the API with the gateway's own key. */
  api: Call;
  sandbox: Call;
  /** Returns the time by the gateway's clock. */
  now(): Promise<Date>;
  /** Returns everything the gateway has printed so far. */
  output(): string;
  /** Sends SIGKILL to the gateway and every process it started, all at the same time. */
  killEverything(): Promise<void>;
  /** Stops the gateway, by default as Ctrl-C does. @returns the exit code. */
  stop(signal?: "SIGINT" | "SIGTERM"): Promise<number | null>;
}

/** Creates an empty data folder, and a function that removes it. */
export function temporaryFolder(): { path: string; remove(): void } {
  // A gateway for a team stores its master key next to its data folder.
  const place = passingFolder("gateway-test-");
  const path = join(place, "data");
  mkdirSync(path, { mode: 0o700 });
  return { path, remove: () => rmSync(place, { recursive: true, force: true }) };
}

/**
 * Starts the gateway and waits until it is ready. PACE shortens the documented pauses.
 * @param script the script to run, relative to the project folder. Defaults to the script that new users run.
 */
export async function startGateway(
  dataDir: string,
  env: Record<string, string> = {},
  script = START,
): Promise<Gateway> {
  const { child, output } = spawnGateway(dataDir, env, script);
  const file = join(dataDir, "gateway.json");
  const about = await eventually(
    "the gateway to be ready",
    () => {
      if (child.exitCode !== null) throw new Error(`The gateway ended while starting:\n${output()}`);
      if (!existsSync(file)) return null;
      const read = JSON.parse(readFileSync(file, "utf8")) as GatewayFile;
      return read.pid === child.pid ? read : null; // one that a killed predecessor left is not ours
    },
    300_000,
  );
  const apiKey = about.api_key ?? (await newKey(dataDir));
  const sandbox = caller(about.sandbox_url ?? "", {});
  return {
    pid: about.pid,
    baseUrl: about.base_url,
    sandboxUrl: about.sandbox_url ?? "",
    apiKey,
    accountId: about.account_id,
    panelUrl: (about.panel_url ?? "").replace(/\/$/, ""),
    awsEnv: about.aws_env,
    network: about.network ?? { url: "", rootPublicKey: "" },
    aiUrl: about.ai_url ?? "",
    aiDemoKey: about.ai_demo_key ?? "",
    sessionPids: () => (JSON.parse(readFileSync(file, "utf8")) as GatewayFile).session_pids,
    api: caller(about.base_url, { authorization: `Bearer ${apiKey}` }),
    sandbox,
    now: async () => new Date((await sandbox<{ now: string }>("GET", "/clock")).body.now),
    output,
    async killEverything() {
      process.kill(-Number(child.pid), "SIGKILL"); // its whole process group
      await ended(child);
    },
    async stop(signal = "SIGINT") {
      child.kill(signal);
      await ended(child);
      return child.exitCode;
    },
  };
}

/** Creates a full-access key with the operator's command, because a gateway that serves a team doesn't store a key. */
async function newKey(dataDir: string): Promise<string> {
  const env = { ...INHERITED, DATA_DIR: dataDir };
  const { stdout } = await runAdmin(["key", "create", "--kind", "full"], env);
  return (JSON.parse(stdout) as { key: string }).key;
}

/** Runs the gateway's start file, without waiting for the gateway to be ready. */
export function spawnGateway(dataDir: string, env: Record<string, string>, script = START) {
  const temporary = passingFolder("gateway-temporary-");
  const child = spawn(process.execPath, [HEAP_FLAG, "--import", LEASH, script], {
    cwd: ROOT,
    detached: true, // a process group of its own, so that all of it can be killed at once
    // Remove BASE_URL, because the test runner sets it for its own purposes.
    env: {
      ...INHERITED,
      BASE_URL: "",
      DATA_DIR: dataDir,
      PORT: "0",
      SANDBOX_PORT: "0",
      PACE: "0.01",
      TABLE_CONFLICTS: "1",
      RIGHTS: "1",
      PANEL: "0",
      LOG_LEVEL: "debug", // so that tests which search the log for secrets see all of it
      TMPDIR: temporary, // removes leftovers of a killed gateway
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.once("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(String(chunk)));
  return { child, output: () => chunks.join("") };
}

export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

/** Creates a function that sends requests to a base URL, always with these headers. */
export function caller(baseUrl: string, always: Record<string, string>): Call {
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...always, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as T };
  };
}

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../../build/bundle.ts";
import { freePort } from "../../test/support/free-port.ts";
import { type Call, caller } from "../../test/support/gateway.ts";
import { blockWith, lineOf } from "./page.ts";

/** A machine for running the page's commands. All of its paths are inside a single folder. */
export interface Machine {
  /** The address that the proxy uses to reach the gateway. */
  localUrl: string;
  sandbox: Call;
  /** Runs commands from the page. @returns their output. @throws if a command fails. */
  run(commands: string): Promise<string>;
  /** Runs the page's `admin …`. @returns its output, parsed as JSON. */
  admin<T>(words: string): Promise<T>;
  /** Returns everything the gateway has logged. */
  log(): string;
  remove(): void;
}

/** The system user named on the page and in the unit. */
export const USER = "messaging-gateway";
const STAND_INS = fileURLToPath(new URL("./stand-ins.sh", import.meta.url));

/**
 * Prepares an empty machine in an existing folder. Only paths, ports, the network, and the mail server differ from
 * those on the page.
 */
export async function emptyMachine(folder: string, smtpUrl: string): Promise<Machine> {
  for (const path of ["opt", "var/lib", "var/backups", "etc/systemd/system", "etc/caddy"]) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  const port = await freePort();
  const sandboxPort = await freePort();
  const others: [string, string][] = [
    ["<this repository>", "this"],
    ["/usr/local/src/messaging-gateway", ROOT],
    ["/opt/", `${folder}/opt/`],
    ["/var/", `${folder}/var/`],
    ["/etc/", `${folder}/etc/`],
    ["\nNETWORK=whatsapp\n", `\nNETWORK=sandbox\nPORT=${port}\nSANDBOX_PORT=${sandboxPort}\n`],
    ["NETWORK=whatsapp", "NETWORK=sandbox"],
    ["# SMTP_URL=smtps://user:password@mail.example.com", `SMTP_URL=${smtpUrl}`],
  ];
  const here = (commands: string) =>
    others.reduce((text, [page, trial]) => text.replaceAll(page, () => trial), commands);

  const run = async (commands: string) => {
    const script = `set -euo pipefail; . ${STAND_INS}\n${here(commands)}`;
    const child = spawn("bash", ["-c", script], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, TRIAL: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const printed: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
    const code = await new Promise((resolve) => child.once("close", resolve));
    const text = Buffer.concat(printed).toString();
    if (code !== 0) throw new Error(`Ended with ${code}:\n${here(commands)}\n${text}`);
    return text;
  };
  const adminLine = lineOf(blockWith("admin account list"), "admin() {");
  return {
    localUrl: `http://127.0.0.1:${port}`,
    sandbox: caller(`http://127.0.0.1:${sandboxPort}`, {}),
    run,
    admin: async (words) => JSON.parse(await run(`${adminLine}\nadmin ${words}`)),
    log: () => (existsSync(join(folder, "log")) ? readFileSync(join(folder, "log"), "utf8") : ""),
    remove: () => void spawnSync("userdel", [USER]),
  };
}

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { endOfWorker } from "../../test/run/at-worker-end.ts";
import { passingFolder } from "../../test/support/passing-folder.ts";
import { HOST, makeCertificate, startCaddy, startNginx } from "../proxies/start-proxy.ts";
import { emptyMachine, USER } from "./machine.ts";
import { startMailServer } from "./mail-server.ts";
import { startTrustingBrowser } from "./trusting-browser.ts";
import { walkThrough } from "./walk-through.ts";

/**
 * `npm run team -w tools [-- nginx|caddy]`: runs the commands in docs/one-machine.md word for word, as root and as the
 * page's user, in an empty folder used in place of an empty machine: first behind nginx and then behind Caddy, with TLS
 * on port 443, a mail server, and a browser that trusts only one certificate authority. Exits with code 1 at the first
 * sentence that isn't true. NGINX and CADDY specify the programs' locations if they aren't on the PATH.
 */
if (process.getuid?.() !== 0) throw new Error("Run it as root: it makes a user, and the page's commands are root's.");
if (spawnSync("id", [USER]).status === 0) throw new Error(`There is a user ${USER}: this machine isn't for trials.`);
const only = process.argv[2];
const PROXIES = [
  ["nginx", startNginx],
  ["caddy", startCaddy],
] as const;
const folder = passingFolder("team-");
chmodSync(folder, 0o755);
const mail = await startMailServer();
try {
  for (const [name, startProxy] of PROXIES) {
    if (only !== undefined && only !== name) continue;
    const begun = performance.now();
    const say = (line: string) =>
      console.log(`${name} ${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s  ${line}`);
    const place = join(folder, name);
    mkdirSync(join(place, "proxy"), { recursive: true });
    const certificate = makeCertificate(join(place, "proxy"));
    const machine = await emptyMachine(place, mail.url);
    const at = { folder: join(place, "proxy"), port: 443, gateway: machine.localUrl, ...certificate };
    const proxy = await startProxy({ program: process.env[name.toUpperCase()] ?? name, ...at });
    const browser = await startTrustingBrowser(join(place, "browser"), certificate.caFile, HOST);
    const context = await browser.newContext({ locale: "en-US", baseURL: `https://${HOST}` });
    try {
      await walkThrough({ machine, mail, context, say });
    } catch (error) {
      console.error(`The gateway's log:\n${machine.log()}`);
      throw error;
    } finally {
      await machine.run("systemctl stop messaging-gateway");
      await browser.close();
      await proxy.stop();
      machine.remove();
    }
  }
} finally {
  await mail.stop();
  rmSync(folder, { recursive: true, force: true });
}
await endOfWorker();
process.exit(0);

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { endOfWorker } from "../../test/run/at-worker-end.ts";
import { freePort } from "../../test/support/free-port.ts";
import { startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { chanceFrom } from "../chaos/chance.ts";
import { findFaults } from "./find-faults.ts";
import { findHintFaults, newSession } from "./find-hint-faults.ts";
import { HOST, makeCertificate, startCaddy, startNginx } from "./start-proxy.ts";

/**
 * `npm run proxies -w tools [-- requests [seed]]`: sends `requests` odd requests to a gateway that serves a team
 * through nginx, and as many through Caddy, with TLS and the configurations in deploy/one-machine. Also opens the
 * WebSocket of the panel's pages through both proxies. NGINX and CADDY specify the programs' locations if they are not
 * on the PATH. Exits with code 1 and a sentence for each broken promise.
 */
const requests = Number(process.argv[2] ?? 6_000);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const folder = temporaryFolder();
mkdirSync(join(folder.path, "proxy"));
const certificate = makeCertificate(join(folder.path, "proxy"));
say(`${requests} requests through each proxy. The same again: npm run proxies -w tools -- ${requests} ${seed}`);
const settings = { PANEL: "1", PUBLIC_URL: `https://${HOST}`, SANDBOX_PORT: "", TABLE_CONFLICTS: "0" };
const gateway = await startGateway(join(folder.path, "gateway"), settings);
const findings: string[] = [];
const session = await newSession(gateway);
try {
  for (const [name, start] of [
    ["nginx", startNginx],
    ["caddy", startCaddy],
  ] as const) {
    const program = process.env[name.toUpperCase()] ?? name;
    const port = await freePort();
    const given = { program, folder: join(folder.path, "proxy"), port, gateway: gateway.baseUrl, ...certificate };
    const proxy = await start(given);
    try {
      const to = { port, host: HOST, ca: certificate.ca };
      findings.push(...(await findHintFaults(to, session)).map((finding) => `${name}: ${finding}`));
      findings.push(
        ...(await findFaults(to, { requests, chance: chanceFrom(seed), apiKey: gateway.apiKey, name, say })),
      );
    } finally {
      await proxy.stop();
    }
  }
} finally {
  await gateway.stop();
  folder.remove();
}
for (const finding of findings) say(finding);
await endOfWorker();
process.exit(findings.length === 0 ? 0 : 1);

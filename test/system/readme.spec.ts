import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnNetwork } from "../network/support/spawn-network.ts";
import { caller, ended, type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { scanCode } from "../support/linked-number.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const README = read("README.md");

/** Returns the shell commands in a section of the README or another page, in order. */
function shellLines(heading: string, page = README): string {
  const part = page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]).join("\n");
}

describe("the README", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { PACE: "1" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("'Your first message in five minutes' works as printed", async () => {
    const script = shellLines("Your first message in five minutes")
      .replaceAll("http://127.0.0.1:8080", gateway.baseUrl)
      .replaceAll("http://127.0.0.1:8090", gateway.sandboxUrl)
      .replaceAll(".data/gateway.json", `${folder.path}/gateway.json`);

    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script]);

    expect(stdout).toContain("Are you open today?");
    expect(stdout).toContain("Yes, from 9 to 18 h");
    expect(stdout).toMatch(/"status":\s*"(sent|delivered)"/);
    expect(stdout).toContain('"text":"Delivery costs 3 euros."');
    expect(stdout).toMatch(/"secret":\s*"whsec_/);
    expect(stdout).not.toMatch(/^\{"message":/m); // no error answer
  });

  it("'Your own phone' shows a code in the terminal until a phone has scanned it", async () => {
    const own = temporaryFolder();
    const network = await spawnNetwork({ name: "in the real one's place" });
    const real = await startGateway(own.path, {
      PACE: "1",
      NETWORK: "custom",
      NETWORK_URL: network.url,
      NETWORK_ROOT_KEY: network.rootPublicKey,
      NETWORK_CA_FILE: network.mediaCaFile,
    });
    const script = shellLines("Your own phone", read("docs/local.md"))
      .replaceAll("http://127.0.0.1:8080", real.baseUrl)
      .replaceAll(".data-whatsapp/gateway.json", `${own.path}/gateway.json`);
    const shell = spawn("bash", ["-euo", "pipefail", "-c", script], { stdio: ["ignore", "pipe", "inherit"] });
    const ends = ended(shell);
    const printed: string[] = [];
    shell.stdout.on("data", (chunk: Buffer) => printed.push(String(chunk)));

    await expect.poll(() => printed.join("")).toMatch(/[▄▀█]{7}/);
    const sandbox = caller(network.sandboxUrl, {});
    await sandbox("POST", "/phones", { phone: "5511988880000", name: "My phone" });
    const list = await real.api<{ data: { id: string }[] }>("GET", "/v1/instances");
    await scanCode({ ...real, sandbox }, list.body.data[0]?.id ?? "", "5511988880000");
    await ends; // the loop sees that it works
    await real.stop();
    await network.stop();
    own.remove();

    expect(shell.exitCode).toBe(0);
    expect(printed.join("")).not.toContain("message");
  });

  it("is under 150 lines", () => {
    expect(README.trimEnd().split("\n").length).toBeLessThan(150);
  });

  it("names the command that continuous integration runs", () => {
    const script = readFileSync(new URL("../../.ci/run", import.meta.url), "utf8");
    const commands = script.split("\n").filter((line) => line.startsWith("npm"));

    expect(commands).toEqual(["npm ci && npm test"]);
    expect(shellLines("Two commands")).toContain("npm ci && npm test");
  });
});

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildN8n } from "../../../build/n8n-package.ts";
import { passingFolder } from "../../support/passing-folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PACKAGE = `${ROOT}clients/n8n`;
const read = (path: string) => JSON.parse(readFileSync(`${PACKAGE}/${path}`, "utf8"));
/** The runtime parts of n8n's package that are needed to load a node. */
const N8N_WORKFLOW =
  'exports.NodeConnectionTypes = { Main: "main" }; exports.NodeApiError = exports.NodeOperationError = Error;';

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

describe("the n8n package", () => {
  const folder = passingFolder("n8n-package-");
  const npm = (args: string[], cwd: string) =>
    execFileSync("npm", [...args, "--cache", join(folder, "cache")], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  let packed: Packed;

  beforeAll(async () => {
    await buildN8n();
    const [one] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], PACKAGE)) as Packed[];
    if (!one) throw new Error("npm packed nothing.");
    packed = one;
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    // n8n's own package is already in place, so npm doesn't need the network to install it.
    const workflow = join(folder, "node_modules/n8n-workflow");
    mkdirSync(workflow, { recursive: true });
    writeFileSync(join(workflow, "package.json"), '{ "name": "n8n-workflow", "version": "2.41.0" }');
    npm(["install", "--offline", "--legacy-peer-deps", "--no-audit", "--no-fund", `./${packed.filename}`], folder);
    mkdirSync(workflow, { recursive: true });
    writeFileSync(join(workflow, "package.json"), '{ "name": "n8n-workflow", "version": "2.41.0" }');
    writeFileSync(join(workflow, "index.js"), N8N_WORKFLOW);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("holds what is published and nothing else", () => {
    expect(packed.files.map(({ path }) => path).sort()).toEqual([
      "LICENSE",
      "README.md",
      "dist/credentials/MessagingGatewayApi.credentials.js",
      "dist/icons/gateway.dark.svg",
      "dist/icons/gateway.svg",
      "dist/nodes/Gateway/Gateway.node.js",
      "dist/nodes/Gateway/Gateway.node.json",
      "dist/nodes/GatewayPollingTrigger/GatewayPollingTrigger.node.js",
      "dist/nodes/GatewayPollingTrigger/GatewayPollingTrigger.node.json",
      "dist/nodes/GatewayTrigger/GatewayTrigger.node.js",
      "dist/nodes/GatewayTrigger/GatewayTrigger.node.json",
      "dist/package.json",
      "package.json",
    ]);
    expect(packed.size).toBeLessThan(50_000);
  });

  it("is named and described as n8n's rules for verified nodes want it", () => {
    const about = read("package.json");
    expect(about).toMatchObject({
      name: expect.stringMatching(/^n8n-nodes-/),
      license: "MIT",
      keywords: expect.arrayContaining(["n8n-community-node-package"]),
      peerDependencies: { "n8n-workflow": "*" },
      files: ["dist"],
      n8n: { n8nNodesApiVersion: 1 },
    });
    for (const absent of ["dependencies", "devDependencies", "scripts", "overrides"])
      expect(about).not.toHaveProperty(absent);
    expect(Object.keys(about.peerDependencies)).toEqual(["n8n-workflow"]);
    for (const name of ["nodes", "credentials"]) {
      const sources = readdirSync(`${PACKAGE}/${name}`, { recursive: true, encoding: "utf8" });
      const made = sources
        .filter((file) => /\.(node|credentials)\.ts$/.test(file))
        .map((file) => file.replace(/ts$/, "js"));
      expect([...about.n8n[name]].sort()).toEqual(made.map((file) => `dist/${name}/${file}`).sort());
    }
    expect(readFileSync(`${PACKAGE}/LICENSE`, "utf8")).toContain("MIT License");
    expect(readFileSync(`${PACKAGE}/README.md`, "utf8")).toMatch(/```json[\s\S]+"nodes"/);
  });

  it("is installed without a network and required as n8n does it, with n8n's own package alone", () => {
    const { n8n } = read("package.json");
    writeFileSync(
      join(folder, "load.cjs"),
      `const files = ${JSON.stringify([...n8n.credentials, ...n8n.nodes])};
       const made = files.map((file) => {
         const name = file.split("/").at(-1).split(".")[0];
         const one = new (require("n8n-nodes-messaging-gateway/" + file)[name])();
         return (one.description ?? one).name;
       });
       console.log(JSON.stringify(made));`,
    );
    const names = execFileSync(process.execPath, ["load.cjs"], { cwd: folder, encoding: "utf8" });
    expect(JSON.parse(names)).toEqual(["messagingGatewayApi", "gateway", "gatewayTrigger", "gatewayPollingTrigger"]);
  });

  it("asks for nothing but n8n's package and Node's crypto, and is not minified", () => {
    for (const { path } of packed.files.filter((file) => file.path.endsWith(".js"))) {
      const code = readFileSync(`${PACKAGE}/${path}`, "utf8");
      const required = [...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
      expect(required.filter((name) => !["n8n-workflow", "node:crypto"].includes(name ?? ""))).toEqual([]);
      expect(code).not.toMatch(/\b(process|globalThis|setTimeout|setInterval)\b/);
      expect(Math.max(...code.split("\n").map((line) => line.length))).toBeLessThan(1_000);
    }
  });

  it("n8n's own parts are installed by themselves, each with its exact version, and no registry is named", () => {
    const { dependencies } = read("test/package.json") as { dependencies: Record<string, string> };
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(readFileSync(`${PACKAGE}/test/package-lock.json`, "utf8")).not.toContain('"resolved"');
  });
});

import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { baseImage } from "../../bin/image/pinned-dockerfile.ts";
import { ROOT } from "../../build/bundle.ts";
import { DOCKERFILE } from "../../lib/constructs/session-container.ts";
import { writeOneMachine } from "../../tools/image/one-machine.ts";
import { type Gateway, startGateway } from "../support/gateway.ts";
import { passingFolder } from "../support/passing-folder.ts";

const DEPLOY = join(ROOT, "deploy/one-machine");
const read = (name: string) => readFileSync(join(DEPLOY, name), "utf8");
const recipe = read("Dockerfile");
const instructions = DockerfileParser.parse(recipe)
  .getInstructions()
  .map((one) => ({ name: one.getKeyword(), says: one.getArgumentsContent() ?? "" }));
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ says }) => says);
/** The instructions of the last build stage, which becomes the image. */
const kept = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));

describe("the recipe of one machine's image", () => {
  it("has no finding of the linter", () => {
    expect(validate(recipe)).toEqual([]);
  });

  it("begins each stage with the base of the session service's image, by its digest", () => {
    const { image, digest } = baseImage(readFileSync(join(ROOT, DOCKERFILE), "utf8"));
    expect(all("FROM")).toEqual([`${image}@${digest} AS build`, `${image}@${digest}`]);
  });

  it("keeps the written program alone, owned by root, and runs it as another user with one folder for data", () => {
    const copies = recipe.slice(recipe.lastIndexOf("\nFROM ")).match(/^(COPY|ADD) .*/gm);
    expect(copies).toEqual(["COPY --from=build /app /app"]);
    expect(kept.at(-1)).toEqual({ name: "CMD", says: '["node", "--max-semi-space-size=4", "local/start.mjs"]' });
    expect(all("USER")).toEqual(["node"]);
    expect(all("VOLUME")).toEqual(['["/data"]']);
    expect(all("ENV")).toContain("DATA_DIR=/data/gateway");
  });

  it("leaves out of its build whatever the ignored list does not name, such as data folders", () => {
    const [first, ...others] = read("Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(first).toBe("*");
    const named = others.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    expect(named.filter((name) => /^\.(git|data)/.test(name))).toEqual([]);
  });
});

describe("the composition with a proxy", () => {
  const { services, networks } = parse(read("compose.yaml"));

  it("reaches the gateway through the proxy alone, which it trusts by its address", () => {
    const { gateway, caddy } = services;
    expect(gateway.ports).toBeUndefined();
    expect(gateway.environment.TRUSTED_PROXIES).toBe(caddy.networks.inner.ipv4_address);
    expect(caddy.environment.GATEWAY).toBe(`${gateway.networks.inner.ipv4_address}:8080`);
    expect(networks.inner.ipam.config).toEqual([{ subnet: "172.31.254.0/29" }]);
    expect(read("Caddyfile")).toContain("reverse_proxy {$GATEWAY:");
  });

  it("gives the gateway no right but to write its data", () => {
    const { gateway } = services;
    expect(gateway).toMatchObject({ read_only: true, cap_drop: ["ALL"], user: "node", volumes: ["data:/data"] });
    expect(gateway.security_opt).toEqual(["no-new-privileges:true"]);
  });
});

describe("the program of one machine, with no package beside its own", () => {
  const folder = join(passingFolder("gateway-one-machine-"), "program");
  // The master key is stored next to the data folder.
  const place = passingFolder("gateway-one-machine-data-");
  const data = join(place, "data");
  const written = () => globSync("**/*", { cwd: folder, exclude: (name) => name === "node_modules" }).sort();
  let before: string[] = [];
  let gateway: Gateway;

  beforeAll(async () => {
    await writeOneMachine(folder);
    before = written();
    const serve = { PUBLIC_URL: "https://gw.example.com", SANDBOX_PORT: "", PANEL: "1", RIGHTS: "0" };
    gateway = await startGateway(data, { ...serve, TABLE_CONFLICTS: "0" }, join(folder, "local/start.mjs"));
  });
  afterAll(() => gateway?.stop());

  /** Sends a request the way the proxy does. */
  const ask = (path: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { host: "gw.example.com", "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
      request(new URL(path, gateway.baseUrl), { headers }, (answer) => {
        let text = "";
        answer.on("data", (part) => {
          text += part;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      })
        .on("error", reject)
        .end();
    });

  it("holds nothing for tests, deployment and the panel's build", () => {
    const packages = globSync("node_modules/{*,@*/*}", { cwd: folder });
    const elsewhere = ["aws-cdk-lib", "vitest", "typescript", "esbuild", "vite", "@biomejs/biome", "playwright-core"];
    for (const name of [...elsewhere, "@redocly/cli", "@scalar/api-reference", "@ffmpeg-installer/ffmpeg", "node"]) {
      expect(packages).not.toContain(`node_modules/${name}`);
    }
    expect(packages).toContain("node_modules/@whiskeysockets/baileys");
    expect(before.filter((path) => /^(test|tools|clients)\/|^lib\/(stacks|constructs)/.test(path))).toEqual([]);
  });

  it("is well as its health check finds, and ill when nothing answers", async () => {
    const check = (port: string) =>
      spawnSync(process.execPath, [join(folder, "local/ask-health.mjs")], { env: { PORT: port }, encoding: "utf8" });
    expect(check(new URL(gateway.baseUrl).port)).toMatchObject({ status: 0, stderr: "" });
    const ill = check("1");
    expect(ill.status).toBe(1);
    expect(ill.stderr).toContain("No answer");
  });

  it("serves the panel and the reference as they were built", async () => {
    expect((await ask("/")).text).toContain("<!doctype html>");
    const reference = await ask("/docs/reference");
    expect(reference.status).toBe(200);
    const description = /data-description="([^"]+)"/.exec(reference.text)?.[1] ?? "";
    expect((await ask(description)).text).toContain("/v1/messages");
  });

  it("writes nothing into its own folder, which its user can't change", () => {
    expect(written()).toEqual(before);
  });

  it("is not written into a folder that has something", async () => {
    const full = join(place, "full");
    mkdirSync(full);
    writeFileSync(join(full, "file"), "");
    await expect(writeOneMachine(full)).rejects.toThrow(`The folder ${full} is not empty.`);
  });
});

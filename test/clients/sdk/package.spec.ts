import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSdk } from "../../../build/sdk-package.ts";
import { passingFolder } from "../../support/passing-folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SDK = `${ROOT}clients/sdk`;
const MOST_BYTES = 8 * 1024;

interface Packed {
  filename: string;
  files: { path: string }[];
}

describe("the SDK's package", () => {
  const folder = passingFolder("sdk-package-");
  const npm = (args: string[], cwd: string) =>
    execFileSync("npm", [...args, "--cache", join(folder, "cache")], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const run = (name: string, code: string) => {
    writeFileSync(join(folder, name), code);
    return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8" }).trim();
  };
  let packed: Packed;

  beforeAll(async () => {
    await buildSdk();
    const [one] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], SDK)) as Packed[];
    if (!one) throw new Error("npm packed nothing.");
    packed = one;
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    npm(["install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`], folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("holds what is published and nothing else", () => {
    const others = packed.files.map(({ path }) => path).filter((path) => !path.endsWith(".d.ts"));
    expect(others.sort()).toEqual([
      "LICENSE",
      "README.md",
      "dist/cjs/index.js",
      "dist/cjs/package.json",
      "dist/esm/index.js",
      "package.json",
    ]);
    const sources = readdirSync(`${SDK}/src`, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    const types = packed.files.map(({ path }) => path).filter((path) => path.endsWith(".d.ts"));
    expect(types.length).toBe(2 * sources.length);
    expect(
      Object.keys(JSON.parse(readFileSync(`${SDK}/package.json`, "utf8")) as object).includes("dependencies"),
    ).toBe(false);
  });

  it("is at most 8 KB compressed, and needs nothing of Node", () => {
    for (const format of ["esm", "cjs"]) {
      const code = readFileSync(`${SDK}/dist/${format}/index.js`);
      expect(gzipSync(code).byteLength).toBeLessThan(MOST_BYTES);
      expect(code.toString()).not.toMatch(/node:|require\(/);
    }
  });

  it("is used by import and by require, installed without a network", () => {
    const code =
      "const made = new Gateway({ apiKey: 'k', baseUrl: 'http://g.test' }); console.log(typeof made.messages.send, typeof verifyWebhook);";
    expect(run("esm.mjs", `import { Gateway, verifyWebhook } from "messaging-gateway-sdk"; ${code}`)).toBe(
      "function function",
    );
    expect(run("cjs.cjs", `const { Gateway, verifyWebhook } = require("messaging-gateway-sdk"); ${code}`)).toBe(
      "function function",
    );
  });

  it("tells its types to both, narrow enough that what the API refuses does not compile", () => {
    const use = readFileSync(`${ROOT}tools/sdk-platforms/typed-use.txt`, "utf8");
    for (const name of ["a.mts", "b.cts"]) writeFileSync(join(folder, name), use);
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module: "nodenext",
      lib: ["es2023"],
      types: [`${ROOT}node_modules/@types/node`],
      skipLibCheck: false,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files: ["a.mts", "b.cts"] }),
    );
    const { status, stdout } = spawnSync(`${ROOT}node_modules/.bin/tsc`, ["-p", "."], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, ""]);
  });
});

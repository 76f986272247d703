import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { ROOT } from "../../build/bundle.ts";
import { buildSdk } from "../../build/sdk-package.ts";
import { startChromium } from "../../test/panel/support/chromium.ts";
import { passingFolder } from "../../test/support/passing-folder.ts";
import { tryCompilers } from "./compilers.ts";
import { startCheckServer } from "./server.ts";

/**
 * `npm run sdk-platforms -w tools`: packs the SDK, installs the package, and tests it in Node 20, 22, and 24, in a
 * browser (bundled by esbuild), and with the compilers and Node types that it promises to support. Needs the npm
 * registry.
 */
const NODES = ["20", "22", "24"];
const CHECKS = fileURLToPath(new URL("./checks.mjs", import.meta.url));

interface Result {
  checks: number;
  failed: string[];
}

const folder = passingFolder("sdk-platforms-");
const server = await startCheckServer();
try {
  const packed = await pack();
  install(join(folder, "app"), [packed]);
  copyFileSync(CHECKS, join(folder, "app/checks.mjs"));
  for (const version of NODES) report(`Node ${version}`, await inNode(version));
  report("a browser's worker", await inBrowser());
  for (const { name, failed, note } of tryCompilers(folder, packed, install)) {
    report(note === null ? name : `${name} (${note})`, { checks: 1, failed });
  }
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function report(where: string, { checks, failed }: Result): void {
  console.log(failed.length === 0 ? `ok      ${where}: ${checks}` : `FAILED  ${where}:\n${failed.join("\n")}`);
  if (failed.length > 0) process.exitCode = 1;
}

/** Packs the SDK and returns the package's path. */
async function pack(): Promise<string> {
  await buildSdk();
  const args = ["pack", "--json", "--pack-destination", folder];
  const said = execFileSync("npm", args, { cwd: join(ROOT, "clients/sdk"), encoding: "utf8" });
  const [one] = JSON.parse(said) as { filename: string }[];
  if (!one) throw new Error("npm packed nothing.");
  return join(folder, one.filename);
}

function install(into: string, packages: string[]): void {
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, "package.json"), '{ "private": true }');
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", ...packages];
  execFileSync("npm", args, { cwd: into, stdio: ["ignore", "ignore", "inherit"] });
}

/** Runs the checks in a single version of Node, with both `import` and `require`. */
async function inNode(version: string): Promise<Result> {
  const own = join(folder, `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  install(own, [`${name}@${version}`]);
  const app = join(folder, "app");
  const end = `console.log(JSON.stringify(await runChecks(sdk, ${JSON.stringify(server.url)})));`;
  const begin = 'import { runChecks } from "./checks.mjs";';
  writeFileSync(join(app, "esm.mjs"), `${begin} import * as sdk from "messaging-gateway-sdk"; ${end}`);
  const require = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
  writeFileSync(join(app, "cjs.mjs"), `${begin} ${require} const sdk = require("messaging-gateway-sdk"); ${end}`);
  const results: Result[] = [];
  for (const file of ["esm.mjs", "cjs.mjs"]) {
    const node = join(own, "node_modules", name, "bin/node");
    const { stdout } = await promisify(execFile)(node, [file], { cwd: app });
    results.push(JSON.parse(stdout) as Result);
  }
  return {
    checks: results.reduce((sum, { checks }) => sum + checks, 0),
    failed: results.flatMap(({ failed }) => failed),
  };
}

/** Runs the checks in a worker, where no page can reveal the key. The SDK can't be instantiated on a page. */
async function inBrowser(): Promise<Result> {
  const entry = join(folder, "app/worker.mjs");
  writeFileSync(
    entry,
    `import { runChecks } from "./checks.mjs"; import * as sdk from "messaging-gateway-sdk";
    globalThis.sdk = sdk;
    if (!globalThis.document) runChecks(sdk, location.origin).then((found) => postMessage(found));`,
  );
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: "browser",
    format: "iife",
    write: false,
  });
  server.files.set("/bundle.js", ["text/javascript", outputFiles[0]?.text ?? ""]);
  server.files.set("/", ["text/html", '<!doctype html><script src="/bundle.js"></script>']);
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/`);
    const said = await page.evaluate<string>(
      "(() => { try { new sdk.Gateway({ apiKey: 'k', baseUrl: location.origin }); return 'made'; } catch (error) { return error.message; } })()",
    );
    const found = await page.evaluate<Result>(
      "new Promise((resolve, reject) => { const worker = new Worker('/bundle.js'); worker.onmessage = ({ data }) => resolve(data); worker.onerror = ({ message }) => reject(new Error(message)); })",
    );
    const isRefused = said.startsWith("Do not use the SDK in a browser");
    return { checks: found.checks + 1, failed: [...found.failed, ...(isRefused ? [] : [`on a page: ${said}`])] };
  } finally {
    await browser.close();
  }
}

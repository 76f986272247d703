import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../architecture/sources.ts";
import { touchedSpecs } from "./touched.ts";

/**
 * `npm run test:quick [-- ref]`: runs the type check, lint, the house rules and the specs most relevant to a change, in
 * well under two minutes. The change is everything that differs from `ref`, by default from the commit at which this
 * branch left main. Exits with code 1 if any of these fails.
 */
const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
const linesOf = (text: string) => text.split("\n").filter(Boolean);

const base = process.argv[2] ?? git("merge-base", "HEAD", "main");
const changed = [
  ...linesOf(git("diff", "--name-only", base)),
  ...linesOf(git("ls-files", "--others", "--exclude-standard")),
];
const present = changed.filter((path) => existsSync(join(ROOT, path)));
const { quick, slow } = touchedSpecs(changed);
const cached = (name: string) => join("node_modules", ".cache", `types-${name}.tsbuildinfo`);
const types = (project: string, name: string) => [
  "tsc",
  "--noEmit",
  "-p",
  project,
  "--incremental",
  "--tsBuildInfoFile",
  cached(name),
];
const isPanel = changed.some((path) => /^(panel|test\/panel|core\/contracts)\//.test(path));
const linted = present.filter((path) => /\.(tsx?|mjs|json|css)$/.test(path));

const begun = performance.now();
console.log(`${changed.length} files differ from ${base.slice(0, 10)}; ${quick.length} specs beside the house rules.`);
const results = await Promise.all([
  inTurn([
    ["types", types(".", "root")],
    ...(isPanel ? [["panel's types", types("panel", "panel")] as const] : []),
    ...(isPanel ? [["types of the panel's tests", types("test/panel", "test-panel")] as const] : []),
    ...(linted.length > 0 ? [["lint", ["biome", "check", "--no-errors-on-unmatched", ...linted]] as const] : []),
  ]),
  inTurn([["tests", ["vitest", "run", "test/architecture", ...quick]]]),
]);
if (slow.length > 0) console.log(`Left to \`npm test\`, being slow: ${slow.join(", ")}`);
console.log(`${Math.round((performance.now() - begun) / 1000)} s in all.`);
process.exit(results.every(Boolean) ? 0 : 1);

/** Runs all commands, one after the other. @returns whether all of them succeeded. */
async function inTurn(steps: readonly (readonly [name: string, command: readonly string[]])[]): Promise<boolean> {
  let isWell = true;
  for (const [name, command] of steps) {
    const at = performance.now();
    const code = await run(command);
    console.log(`${name}: ${code === 0 ? "well" : "FAILED"}, ${Math.round((performance.now() - at) / 1000)} s`);
    isWell &&= code === 0;
  }
  return isWell;
}

function run([program = "", ...args]: readonly string[]): Promise<number> {
  const child = spawn(join(ROOT, "node_modules", ".bin", program), args, { cwd: ROOT, stdio: "inherit" });
  return new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
}

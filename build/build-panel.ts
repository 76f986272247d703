import { execFile } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fingerprint } from "./fingerprint.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PANEL = join(ROOT, "panel");
/** The folder that contains the built pages. */
export const PANEL_DIST = join(PANEL, "dist");
const MARK = ".made-of";

/** All source files for the pages. */
const SOURCES = [
  "panel/src",
  "panel/public",
  "panel/index.html",
  "panel/vite.config.ts",
  "core/contracts",
  "package-lock.json",
];

/**
 * Builds the panel if its sources have changed since the last build. Builds can run concurrently, because each swaps in
 * its complete result at the end.
 * @returns whether the panel was built. @throws the builder's own message if the pages don't compile.
 */
export async function buildPanel(tell: (line: string) => void = () => undefined): Promise<boolean> {
  const wanted = fingerprint(SOURCES);
  if (existsSync(join(PANEL_DIST, MARK)) && readFileSync(join(PANEL_DIST, MARK), "utf8") === wanted) return false;
  tell("Building the panel …");
  const made = join(PANEL, `dist.${process.pid}`);
  await runBuilder(made);
  writeFileSync(join(made, MARK), wanted);
  const before = `${PANEL_DIST}.${process.pid}.old`;
  if (existsSync(PANEL_DIST)) renameSync(PANEL_DIST, before);
  renameSync(made, PANEL_DIST);
  rmSync(before, { recursive: true, force: true });
  return true;
}

/**
 * Runs the builder in a separate process, so that the environment of this one, such as a test run, doesn't affect the
 * pages.
 */
async function runBuilder(outDir: string): Promise<void> {
  const builder = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  const given = ["build", PANEL, "--outDir", outDir, "--emptyOutDir", "--logLevel", "error"];
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, [builder, ...given], { cwd: ROOT, env }).catch((error: unknown) => {
    const told = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`The panel could not be built. Its builder says: ${told}`);
  });
}

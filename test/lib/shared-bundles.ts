import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bundle, bundleHandlers, ROOT } from "../../build/bundle.ts";
import { ALL_FUNCTIONS } from "../../lib/wiring.ts";
import { hashOfFiles } from "../../local/machine/hash-of-files.ts";
import { madeOnce } from "../../local/machine/made-once.ts";

const CACHE = join(ROOT, "node_modules/.cache/bundles");

/** All files from which the function bundles are built. */
const SOURCES = [
  "core/**/*.ts",
  "functions/**/*.ts",
  "lib/**/*.ts",
  "build/**/*.ts",
  "docs/**/*.{json,md}",
  "package-lock.json",
];

/**
 * Returns every function's bundle, built from the current sources, for tests that run bundles. Tests must not change
 * them. The bundles are cached on disk, because building them takes ten seconds.
 */
export async function sharedBundles(): Promise<Bundle[]> {
  const folder = join(CACHE, hashOfFiles(ROOT, SOURCES));
  const list = join(folder, "bundles.json");
  mkdirSync(CACHE, { recursive: true });
  await madeOnce(folder, () => make(folder));
  const kept = JSON.parse(readFileSync(list, "utf8")) as Bundle[]; // as written below
  return kept.map((bundle) => ({ ...bundle, folder: join(folder, bundle.name) }));
}

/** The number of source states whose bundles are retained: enough for two branches and a change in progress. */
const KEPT = 4;

async function make(folder: string): Promise<void> {
  const passing = `${folder}.${process.pid}`;
  const bundles = await bundleHandlers(passing, ALL_FUNCTIONS);
  writeFileSync(join(passing, "bundles.json"), JSON.stringify(bundles));
  renameSync(passing, folder);
  const madeAt = (name: string) => statSync(join(CACHE, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = readdirSync(CACHE).sort((one, other) => madeAt(other) - madeAt(one));
  for (const name of byAge.slice(KEPT)) rmSync(join(CACHE, name), { recursive: true, force: true });
}

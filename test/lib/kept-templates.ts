import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../build/bundle.ts";
import { hashOfFiles } from "../../local/machine/hash-of-files.ts";

const CACHE = join(ROOT, "node_modules/.cache/templates");

/**
 * Everything from which the templates are made, but for the hash of the container's image, which changes with nearly
 * every source and which no test looks at.
 */
const SOURCES = ["{lib,build,core/contracts}/**/*.{ts,json}", "{package,package-lock,cdk}.json"];

/** Number of source states for which templates are kept: those of two branches, and of a change in progress. */
const KEPT = 4;
const LOOK_EVERY_MS = 50;

/** The folder of the current sources, which do not change while tests run. */
let ofSources: string | null = null;

/**
 * Returns what `make` makes for this key, from the disk if a process of this or an earlier run has made it of the same
 * sources. Processes that need the same at the same time wait for the one that makes it, as their file cannot go on.
 * @param key everything that `make` depends on besides the sources. @param folder where they are kept.
 * @throws what `make` throws; nothing is kept then.
 */
export function keptTemplates<T>(key: string, make: () => T, folder = folderOfSources()): T {
  const path = join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 24)}.json`);
  const claim = `${path}.maker`;
  while (!existsSync(path)) {
    if (!isClaimed(claim)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
      continue;
    }
    try {
      if (!existsSync(path)) put(path, make());
    } finally {
      rmSync(claim, { force: true });
    }
  }
  return JSON.parse(readFileSync(path, "utf8")) as T; // as written below
}

function put(path: string, made: unknown): void {
  const passing = `${path}.${process.pid}`;
  writeFileSync(passing, JSON.stringify(made));
  renameSync(passing, path);
}

/** Tries to claim the making for this process. A claim of a process that has ended is taken away. */
function isClaimed(claim: string): boolean {
  const passing = `${claim}.${process.pid}`;
  writeFileSync(passing, String(process.pid));
  try {
    linkSync(passing, claim);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    removeIfEnded(claim);
    return false;
  } finally {
    rmSync(passing);
  }
}

function removeIfEnded(claim: string): void {
  try {
    process.kill(Number(readFileSync(claim, "utf8")), 0);
  } catch (error) {
    // Without a process: ESRCH; without a claim, because its process is ready: ENOENT.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") rmSync(claim, { force: true });
  }
}

function folderOfSources(): string {
  if (ofSources !== null) return ofSources;
  const folder = join(CACHE, hashOfFiles(ROOT, SOURCES));
  mkdirSync(folder, { recursive: true });
  const madeAt = (name: string) => statSync(join(CACHE, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = readdirSync(CACHE).sort((one, other) => madeAt(other) - madeAt(one));
  for (const name of byAge.slice(KEPT)) rmSync(join(CACHE, name), { recursive: true, force: true });
  ofSources = folder;
  return folder;
}

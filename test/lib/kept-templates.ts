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
 * All files from which the templates are made. The container's image is left out, because its hash changes with nearly
 * every source file and no test looks at it.
 */
const SOURCES = ["{lib,build,core/contracts}/**/*.{ts,json}", "{package,package-lock,cdk}.json"];

/** The number of source states whose templates are retained: enough for two branches and a change in progress. */
const KEPT = 4;
const LOOK_EVERY_MS = 50;

/** The folder of the current sources, which do not change while tests run. */
let ofSources: string | null = null;

/**
 * Returns what `make` creates for this key, loaded from disk if this or another process has already created it from the
 * same sources. If several processes need the same templates at the same time, all of them wait for the process that is
 * creating them.
 * @param key everything that `make` depends on besides the sources. @param folder the folder for the results.
 * @throws the error thrown by `make`, in which case nothing is stored.
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

/** Tries to claim the creation for this process. Removes the claim of a process that has exited. */
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
    // ESRCH: the process that made the claim no longer exists. ENOENT: the claim is gone, because its process is done.
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

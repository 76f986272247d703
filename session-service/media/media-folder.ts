import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The folder's name. Each user of the machine gets a folder of their own: another user's gateway couldn't write to ours
 * and must not read it.
 */
const NAME = `messaging-gateway-media-${process.getuid?.() ?? "all"}`;
/** The folder is accessible only to its owner, because it holds people's files unencrypted. */
const OWN_ONLY = { recursive: true, mode: 0o700 } as const;

/** A temporary file, deleted at the end of its `await using` scope. */
export interface TempFile extends AsyncDisposable {
  readonly path: string;
}

/** The folder for files on their way to the network. */
export interface MediaFolder {
  readonly path: string;
  /** Returns a new file name. The file doesn't have to be written. */
  newFile(): TempFile;
  /** Removes the folder and its contents when the process exits. */
  remove(): void;
}

/**
 * Opens this process's own empty folder. Removes the folders of dead processes, but not those of other running gateways
 * on the machine.
 * @param parent the machine's folder for temporary files, unless a test specifies a different one.
 * @throws a node:fs error if the folder can't be created; a one-sentence error if others can access it.
 */
export function openMediaFolder(parent = tmpdir()): MediaFolder {
  const shared = join(parent, NAME);
  mkdirSync(shared, OWN_ONLY);
  refuseOthers(shared);
  const own = String(process.pid);
  for (const name of readdirSync(shared)) {
    if (name === own || !isAlive(Number(name))) rmSync(join(shared, name), { recursive: true, force: true });
  }
  const path = join(shared, own);
  mkdirSync(path, OWN_ONLY);
  return { path, newFile: () => temporary(join(path, randomUUID())), remove: () => removeOwn(path, shared) };
}

/** Refuses a folder that others can access: in a world-writable location, anyone can create a folder with this name. */
function refuseOthers(shared: string): void {
  const { uid, mode } = lstatSync(shared);
  const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  if (isOurs && lstatSync(shared).isDirectory()) return;
  throw new Error(
    `Other users of this machine can access ${shared}. Remove it, or set TMPDIR to a folder of your own.`,
  );
}

function removeOwn(path: string, shared: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
    rmdirSync(shared);
  } catch {
    // The shared folder is still in use by another of our processes, or a file can't be removed. The next start tries
    // again.
  }
}

function temporary(path: string): TempFile {
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0); // asks only
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

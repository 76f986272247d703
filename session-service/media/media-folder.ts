import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = "messaging-gateway-media";

/** A temporary file; it is deleted at the end of its `await using` scope. */
export interface TempFile extends AsyncDisposable {
  readonly path: string;
}

/** The folder of files on their way to the network. */
export interface MediaFolder {
  readonly path: string;
  /** A new file name; the file need not be written. */
  newFile(): TempFile;
}

/**
 * Opens this process's own empty folder. Folders of processes that are gone are removed; those of other running gateways
 * on the machine stay.
 * @param parent the machine's folder for temporary files, unless a test gives another.
 * @throws Error of node:fs when the folder can't be made.
 */
export function openMediaFolder(parent = tmpdir()): MediaFolder {
  const shared = join(parent, NAME);
  mkdirSync(shared, { recursive: true });
  const own = String(process.pid);
  for (const name of readdirSync(shared)) {
    if (name === own || !isAlive(Number(name))) rmSync(join(shared, name), { recursive: true, force: true });
  }
  const path = join(shared, own);
  mkdirSync(path, { recursive: true });
  return { path, newFile: () => temporary(join(path, randomUUID())) };
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

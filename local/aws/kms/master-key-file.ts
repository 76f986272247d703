import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, fsyncSync, linkSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { MASTER_KEY_BYTES, MasterKeyRefusal } from "./master-key.ts";

/** The permission bits for other users of the machine, all of which must be unset on a key file. */
const OF_OTHERS = 0o077;

/**
 * Reads a key from its file. @returns null if the file doesn't exist.
 * @throws MasterKeyRefusal if other users can open the file, or if it doesn't contain a key.
 */
export function readKeyFile(path: string): KeyObject | null {
  const file = opened(path);
  if (file === null) return null;
  try {
    const stat = fstatSync(file);
    if (!stat.isFile())
      throw new MasterKeyRefusal(`The master key ${path} is not a file. Set MASTER_KEY_FILE to a file.`);
    if (process.platform !== "win32" && (stat.mode & OF_OTHERS) !== 0) {
      const mode = (stat.mode & 0o777).toString(8).padStart(4, "0");
      throw new MasterKeyRefusal(
        `Other users of this machine can read the master key ${path} (its mode is ${mode}). Run chmod 600 ${path} and start again.`,
      );
    }
    const bytes = Buffer.alloc(MASTER_KEY_BYTES + 1);
    const length = readSync(file, bytes);
    if (length !== MASTER_KEY_BYTES) {
      throw new MasterKeyRefusal(
        `The file ${path} is not a master key, which has exactly ${MASTER_KEY_BYTES} bytes. Put the right file there, or set MASTER_KEY_FILE to its path.`,
      );
    }
    return createSecretKey(bytes.subarray(0, MASTER_KEY_BYTES));
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a key's file. Returns null if the file is missing. Uses O_NONBLOCK, because opening a pipe could block
 * indefinitely.
 */
function opened(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new MasterKeyRefusal(
      `The master key ${path} can't be read (${code}). Give your user read access to the file and start again.`,
    );
  }
}

/**
 * Creates a key's file, which appears either complete or not at all. If another process that is starting has already
 * created the file, it isn't changed.
 * @throws MasterKeyRefusal if the folder isn't writable.
 */
export function makeKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString("hex")}.new`;
  try {
    const file = openSync(draft, "wx", 0o600);
    try {
      writeSync(file, randomBytes(MASTER_KEY_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    throw new MasterKeyRefusal(
      `The master key ${path} can't be created (${code}). Set MASTER_KEY_FILE to a path outside the data folder that your user can write to.`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Waits until the file and its directory entry have been written to disk. If the key were lost, everything encrypted
 * with it would be lost too.
 */
export function syncKeyFile(path: string): void {
  for (const place of [path, dirname(path)]) {
    let file: number;
    try {
      file = openSync(place, "r");
    } catch {
      continue; // a folder that can't be listed, or Windows, where none can be opened
    }
    try {
      fsyncSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EIO") throw error; // a file system that syncs nothing is no fault
    } finally {
      closeSync(file);
    }
  }
}

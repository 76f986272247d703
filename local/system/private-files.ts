import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The permissions withheld from the machine's other users on all of the gateway's files and folders. */
const OF_OTHERS = 0o077;

/**
 * Makes all files and folders that this process and its children create from now on private to the process's user as
 * soon as they exist: folders 0700, files 0600. That includes files created by libraries and SQLite.
 */
export function keepNewFilesPrivate(): void {
  process.umask(OF_OTHERS);
}

/**
 * Removes other users' access to a folder and everything in it. An older gateway or a copy may have left the folder
 * open. Symbolic links in the folder aren't followed. Does nothing on Windows, which has no such modes.
 * @returns the first path that others can still open, because it belongs to another user or its file system doesn't
 * support modes, or null if there is none. @throws node:fs Error if the folder can't be read.
 */
export function takeFromOthers(folder: string): string | null {
  if (process.platform === "win32") return null;
  // The outermost folder is closed first. After that, nobody can get through it to files that haven't been closed yet.
  const left = closed(folder, statSync(folder).mode);
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return inside.reduce((open, path) => open ?? closed(path, modeOf(path)), left);
}

function closed(path: string, mode: number | null): string | null {
  if (mode === null || (mode & OF_OTHERS) === 0) return null;
  try {
    chmodSync(path, mode & 0o777 & ~OF_OTHERS);
  } catch {
    return path;
  }
  return ((modeOf(path) ?? 0) & OF_OTHERS) === 0 ? null : path;
}

/** Returns a file's mode, or null if the file has been deleted in the meantime. */
const modeOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mode ?? null;

import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The permissions that all of the gateway's files and folders deny to the machine's other users. */
const OF_OTHERS = 0o077;

/**
 * Makes files and folders that this process and its children create from now on private to its user, from the first
 * byte: folders 0700, files 0600, including those that libraries and SQLite create.
 */
export function keepNewFilesPrivate(): void {
  process.umask(OF_OTHERS);
}

/**
 * Hides a folder and everything in it from the machine's other users, because an older gateway or a copy left it open.
 * Symbolic links in it aren't followed. Does nothing on Windows, which has no such modes.
 * @returns the first path that others can still open, because it is another user's or its file system keeps no modes;
 * null if none. @throws node:fs Error if the folder can't be read.
 */
export function takeFromOthers(folder: string): string | null {
  if (process.platform === "win32") return null;
  // The outermost first, so that nobody gets through it to what isn't closed yet.
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

/** null if it disappeared in the meantime. */
const modeOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mode ?? null;

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Matches the name of a folder in which a backup is prepared. The name contains the id of the process preparing it. */
export const WORK_FOLDER = /^backup-(\d{1,10})$/;

/** Matches the name of a folder that contains the databases of an earlier version. */
export const EARLIER = /^before-version-\d{1,6}(\.new)?$/;

/**
 * Creates an empty folder in which this process can prepare a backup, and deletes the folders of processes that were
 * killed.
 */
export function openWorkFolder(dataDir: string): { name: string; path: string } {
  removeDead(dataDir);
  const name = `backup-${process.pid}`;
  const path = join(dataDir, name);
  rmSync(path, { recursive: true, force: true }); // of a dead process that had our number
  mkdirSync(path, { mode: 0o700 });
  return { name, path };
}

/** Deletes everything that interrupted backups have left in a data folder. */
export function removeDead(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = WORK_FOLDER.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Returns the path of this process's own temporary file or folder next to `path`: `<path>.<process>.<word>`. This way,
 * no two processes write to the same path. Also deletes the files and folders of processes that were killed.
 */
export function ownName(path: string, word: string): string {
  const parent = dirname(path);
  const start = `${basename(path)}.`;
  for (const name of readdirSync(parent)) {
    const [pid = "", ...rest] = name.startsWith(start) ? name.slice(start.length).split(".") : [];
    if (!/^\d{1,10}$/.test(pid) || rest.join(".") !== word) continue;
    const isOurs = Number(pid) === process.pid; // of a dead process that had our number
    if (isOurs || !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  return join(parent, `${start}${process.pid}.${word}`);
}

/** Whether a process with this ID is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

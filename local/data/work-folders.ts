import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The name of a folder in which a backup is prepared, with the process that does. */
export const WORK_FOLDER = /^backup-(\d{1,10})$/;

/** The name of a folder in which the databases of an earlier version are kept. */
export const EARLIER = /^before-version-\d{1,6}(\.new)?$/;

/** Creates this process's empty folder for a backup, and removes those of processes that were killed. */
export function openWorkFolder(dataDir: string): { name: string; path: string } {
  removeDead(dataDir);
  const name = `backup-${process.pid}`;
  const path = join(dataDir, name);
  rmSync(path, { recursive: true, force: true }); // of a dead process that had our number
  mkdirSync(path, { mode: 0o700 });
  return { name, path };
}

/** Removes what killed backups left in a data folder. */
export function removeDead(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = WORK_FOLDER.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Returns this process's name for a temporary file or folder beside another, `<path>.<process>.<word>`, so that no two
 * processes write to the same one. Removes those of processes that were killed.
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

/** Whether a process with this number runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** How many programs to keep. A gateway started before the latest changes may still load parts of its own program. */
const KEPT = 4;

/** Matches the suffix of files and folders from an unfinished build. The suffix contains the building process's id. */
const PASSING = /\.(\d+)(?:\.made)?$/;
const DAY_MS = 86_400_000;

/** Deletes the oldest programs in the cache folder and everything left behind by interrupted builds. */
export function removeOld(cache: string, current: string): void {
  const found = readdirSync(cache).flatMap((name) => {
    const about = statSync(join(cache, name), { throwIfNoEntry: false }); // another maker may be removing it
    return about ? [{ name, at: about.mtimeMs }] : [];
  });
  const programs = found.filter(({ name }) => /^[0-9a-f]{24}$/.test(name) && name !== current);
  const old = programs.sort((a, b) => b.at - a.at).slice(KEPT - 1);
  const left = found.filter(({ name, at }) => {
    const [, pid] = PASSING.exec(name) ?? [];
    return pid !== undefined && (!isRunning(Number(pid)) || Date.now() - at > DAY_MS);
  });
  for (const { name } of [...old, ...left]) rmSync(join(cache, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // another user's is running, too
  }
}

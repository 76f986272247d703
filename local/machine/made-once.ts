import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/**
 * Returns once a file or folder exists. One of the processes that need it makes it; the others wait for that one, and
 * take over if it ends without having made it.
 * @param make puts the whole of it in place by a rename.
 * @throws what `make` throws, only for the process that makes it; another one then tries.
 */
export async function madeOnce(path: string, make: () => Promise<void>): Promise<void> {
  const claim = `${path}.maker`;
  while (!existsSync(path)) {
    if (!claimed(claim)) {
      freeIfEnded(claim);
      await pause(LOOK_EVERY_MS);
      continue;
    }
    try {
      if (!existsSync(path)) await make();
    } finally {
      rmSync(claim, { force: true });
    }
  }
}

/**
 * Tries to claim the work for this process. @returns whether it succeeded. A claim names its process from the moment it
 * exists.
 */
function claimed(claim: string): boolean {
  const passing = `${claim}.${process.pid}`;
  writeFileSync(passing, String(process.pid));
  try {
    linkSync(passing, claim);
    return true;
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== "EEXIST") throw err;
    return false;
  } finally {
    rmSync(passing);
  }
}

function freeIfEnded(claim: string): void {
  try {
    process.kill(Number(readFileSync(claim, "utf8")), 0);
  } catch (err) {
    // Without a process: ESRCH; without a claim, because its process is ready: ENOENT.
    if ((err as NodeJS.ErrnoException).code === "ESRCH") rmSync(claim, { force: true });
  }
}

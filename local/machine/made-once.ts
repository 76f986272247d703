import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/**
 * Returns once a file or folder exists. One of the processes that need it creates it. All other processes wait for that
 * process, and one of them takes over if it ends before it has finished.
 * @param make creates the file or folder and, once it is complete, renames it to its final name.
 * @throws the error thrown by `make`, only in the process that ran it. Another process then tries.
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
 * Tries to claim the work for this process. @returns whether it succeeded. From the moment it exists, a claim contains
 * the ID of its process.
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
    // ESRCH means that the process no longer exists. ENOENT means that the process has finished and removed its claim.
    if ((err as NodeJS.ErrnoException).code === "ESRCH") rmSync(claim, { force: true });
  }
}

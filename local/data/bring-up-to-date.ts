import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LAYOUT_VERSION } from "../aws/dynamo/records.ts";
import { gatewayVersion } from "./about.ts";
import { STEPS } from "./steps/all-steps.ts";
import type { DataStep } from "./steps/step.ts";
import { copyDatabase, copyOpen, filesBelow, SERVICES, TABLE } from "./take-snapshot.ts";

interface Options {
  /** The version of the gateway that last used the folder, or null if unknown. */
  writtenBy: string | null;
  say: (line: string) => void;
  /** The upgrade steps. Defaults to this gateway's own. */
  steps?: readonly DataStep[];
  wanted?: number;
}

/**
 * Upgrades an older data folder to this gateway's version. All databases are first copied next to the originals. Each
 * step then runs in one transaction. If the process is killed, the folder is left at one of the versions, and the next
 * start continues from there.
 * @throws a one-sentence error, without changing anything, if the folder is newer or in use, or if no step starts at
 * its version.
 */
export function bringUpToDate(
  dataDir: string,
  { writtenBy, say, steps = STEPS, wanted = LAYOUT_VERSION }: Options,
): void {
  if (!existsSync(join(dataDir, TABLE))) return;
  const database = open(dataDir);
  try {
    const from = versionOf(database);
    if (from === wanted || from === 0) return; // 0: a start that was killed before it wrote anything
    if (from > wanted) throw new Error(newer(dataDir, writtenBy));
    const missing = steps.filter(({ to }) => to > from && to <= wanted);
    if (missing.length !== wanted - from) throw new Error(older(dataDir, from));
    say(`The data folder has version ${from}, and this gateway needs version ${wanted}. Copying its databases first.`);
    copyAside(dataDir, from, database);
    for (const step of missing) {
      say(`Version ${step.to}: ${step.does}`);
      inOneTransaction(database, step);
    }
    say(
      `The data folder now has version ${wanted}. The copy is in before-version-${from + 1}. Delete it once everything works.`,
    );
  } finally {
    database.close();
  }
}

/**
 * Opens the table and the services' state with exclusive access. Doesn't use a write-ahead log: with one, a power
 * failure could apply a transaction that spans both files to only one of them.
 */
function open(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, TABLE));
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    if (versionOf(database) === 0) return database;
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT;");
    database.prepare("ATTACH ? AS services").run(join(dataDir, SERVICES));
    database.exec("PRAGMA services.journal_mode = DELETE; PRAGMA services.synchronous = FULL;");
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === 5) {
      throw new Error(
        `The data folder ${dataDir} is in use by another running gateway. Stop that gateway, or choose a different DATA_DIR.`,
      );
    }
    throw error;
  }
}

const versionOf = (database: DatabaseSync) => Number(database.prepare("PRAGMA user_version").get()?.user_version);

/**
 * Copies the databases into a folder next to them. The copy gets its final name once it is complete. It replaces any
 * older copy of the same version, left from before a downgrade.
 */
function copyAside(dataDir: string, from: number, table: DatabaseSync): void {
  const whole = join(dataDir, `before-version-${from + 1}`);
  const unfinished = `${whole}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const path of filesBelow(dataDir).filter((name) => name.endsWith(".sqlite"))) {
    mkdirSync(dirname(join(unfinished, path)), { recursive: true });
    if (path === TABLE) copyOpen(table, join(unfinished, path));
    else if (path !== SERVICES) copyDatabase(join(dataDir, path), join(unfinished, path));
    else table.prepare("VACUUM services INTO ?").run(join(unfinished, path));
  }
  rmSync(whole, { recursive: true, force: true });
  renameSync(unfinished, whole);
}

function inOneTransaction(database: DatabaseSync, step: DataStep): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    step.run(database);
    database.exec(`PRAGMA user_version = ${step.to}; COMMIT;`);
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw new Error(`The data could not be upgraded to version ${step.to} and is unchanged. ${String(error)}`, {
      cause: error,
    });
  }
}

const newer = (dataDir: string, writtenBy: string | null) =>
  `The data folder ${dataDir} was written by ${writtenBy === null ? "a newer version" : `version ${writtenBy}`} of the gateway, but this is version ${gatewayVersion()}. Start the newer version, or restore a backup from before the upgrade into a different DATA_DIR.`;

const older = (dataDir: string, from: number) =>
  `The data folder ${dataDir} has version ${from}, which this gateway can't upgrade directly. Upgrade to a release in between first.`;

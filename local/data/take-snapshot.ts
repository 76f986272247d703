import { cpSync, existsSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isPlainPath } from "./manifest.ts";
import { EARLIER, WORK_FOLDER } from "./work-folders.ts";

/** The table's file. Only the process that has opened it can read it. */
export const TABLE = "aws/dynamodb/table.sqlite";
/** The file with the state of queues, schedules, keys, rules and files. */
export const SERVICES = "aws/services.sqlite";
/** The folder with the bytes of stored files. */
const BLOBS = "aws/s3";

/** Folders whose files never change once they have been written. */
const UNCHANGING = [`${BLOBS}/`, "network/media/"];

/** A running gateway's own files, and keys that protect the data. They don't belong in a backup. */
const LEFT_OUT = [/^gateway\.json$/, /\.new$/, /^\.writable$/, /\.key$/, /\.sqlite(-wal|-shm|-journal)?$/];

/**
 * Copies the current state of everything in a data folder to another folder on the same disk. The copy completes before
 * any other code in this process runs, so the table, the queues and the schedules are consistent with each other.
 * @param copyTable writes the table to a new file.
 */
export function takeSnapshot(dataDir: string, to: string, copyTable: (path: string) => void): void {
  mkdirSync(join(to, dirname(TABLE)), { recursive: true });
  copyTable(join(to, TABLE));
  const databases = filesBelow(dataDir).filter((path) => path.endsWith(".sqlite") && path !== TABLE);
  for (const path of databases) {
    mkdirSync(join(to, dirname(path)), { recursive: true });
    copyDatabase(join(dataDir, path), join(to, path));
  }
  const blobs = blobsOf(join(to, SERVICES));
  for (const path of filesBelow(dataDir)) {
    if (!isKept(path) || (dirname(path) === BLOBS && !blobs.has(path.slice(BLOBS.length + 1)))) continue;
    keep(
      join(dataDir, path),
      join(to, path),
      UNCHANGING.some((folder) => path.startsWith(folder)),
    );
  }
}

/** Copies an SQLite database as of its last transaction, even while it is in use. */
export function copyDatabase(from: string, to: string, before: string = ""): void {
  const database = new DatabaseSync(from);
  try {
    database.exec(`PRAGMA busy_timeout = 5000; ${before}`);
    copyOpen(database, to);
  } finally {
    database.close();
  }
}

/** Copies an open database to a new file. */
export function copyOpen(database: DatabaseSync, to: string): void {
  database.prepare("VACUUM INTO ?").run(to);
}

/** Returns the sorted paths of a folder's files, excluding folders in which backups are being prepared. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !WORK_FOLDER.test(name) && !EARLIER.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? readdirSync(join(folder, entry.name), { recursive: true, withFileTypes: true }) : [entry],
    )
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

function isKept(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return !LEFT_OUT.some((pattern) => pattern.test(name)) && isPlainPath(path);
}

/** Returns the blobs that belong to stored files. Any other blobs are incomplete or about to be deleted. */
function blobsOf(services: string): Set<string> {
  if (!existsSync(services)) return new Set();
  const database = new DatabaseSync(services, { readOnly: true });
  try {
    const rows = database.prepare("SELECT value FROM kept WHERE shelf IN ('s3-objects', 's3-uploads')").all();
    return new Set(rows.flatMap(({ value }) => [...String(value).matchAll(/"blob":"([0-9a-f-]{36})"/g)].map(blobIn)));
  } finally {
    database.close();
  }
}

const blobIn = ([, blob = ""]: RegExpMatchArray) => blob;

/**
 * Creates a hard link for a file that never changes, which takes no time. If the disk doesn't support hard links, the
 * file is copied.
 */
function keep(from: string, to: string, isUnchanging: boolean): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    if (isUnchanging) linkSync(from, to);
    else cpSync(from, to);
  } catch {
    // If the file no longer exists, another process has deleted it in the meantime.
    if (existsSync(from)) cpSync(from, to);
  }
}

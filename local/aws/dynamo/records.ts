import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/**
 * The SQLite schema. Every item and index entry is JSON in wire form, sorted by keys that are compared byte by byte, as
 * in DynamoDB. The same file contains the stream records, and each table's settings next to its description.
 */
const LAYOUT = `
  CREATE TABLE IF NOT EXISTS tables (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, description TEXT NOT NULL, ttl TEXT);
  CREATE TABLE IF NOT EXISTS items (
    tbl INTEGER NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL, expires INTEGER, item TEXT NOT NULL,
    PRIMARY KEY (tbl, pk, sk)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS expiring ON items (expires) WHERE expires IS NOT NULL;
  CREATE TABLE IF NOT EXISTS entries (
    idx TEXT NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL, ipk TEXT NOT NULL, isk TEXT NOT NULL, item TEXT NOT NULL,
    PRIMARY KEY (idx, pk, sk, ipk, isk)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS recovery (tbl INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS tags (
    tbl INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (tbl, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS stream (number INTEGER PRIMARY KEY, record TEXT NOT NULL);
`;

/**
 * The version of the data folder's format, stored in the table's file. A file with any other version isn't opened.
 * `local/data/steps/` contains the steps that convert each version to the next.
 */
export const LAYOUT_VERSION = 1;

/** A LevelDB file, the format that earlier versions stored the table in. */
const LEVEL_FILE = "CURRENT";

/** Thrown if the folder's table was written by another version with a different schema. */
export class OtherLayout extends Error {}

/** The size, in pages, at which the write-ahead log is merged into the main file. */
const LOG_PAGES = 4_000;

/** The statements for the file, each prepared only once. All calls are synchronous, so they never overlap. */
export interface DynamoStatements {
  all(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[];
  first(sql: string, ...values: SQLInputValue[]): Record<string, unknown> | undefined;
  each(sql: string, ...values: SQLInputValue[]): Iterable<Record<string, unknown>>;
  run(sql: string, ...values: SQLInputValue[]): void;
  /** Runs `work` as a single transaction. If it throws or the process is killed, none of its changes remain. */
  atomically(work: () => void): void;
  /** Writes a copy of the file's current state to a new file. */
  copyTo(path: string): void;
  close(): void;
}

/**
 * Opens the folder's file, creating it if missing. If `folder` is null, the data is in memory. Killing the process
 * loses no written data, but a power failure can lose the most recent writes.
 * @throws SQLite's error if the file is damaged or in use by another process.
 */
export function openRecords(folder: string | null): DynamoStatements {
  if (folder !== null) {
    mkdirSync(folder, { recursive: true });
    if (existsSync(join(folder, LEVEL_FILE))) throw new OtherLayout("The folder holds a table of LevelDB.");
  }
  const database = new DatabaseSync(folder === null ? ":memory:" : join(folder, "table.sqlite"));
  try {
    prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string) => {
    let known = statements.get(sql);
    if (!known) {
      known = database.prepare(sql);
      statements.set(sql, known);
    }
    return known;
  };

  return {
    all: (sql, ...values) => statement(sql).all(...values),
    first: (sql, ...values) => statement(sql).get(...values),
    each: (sql, ...values) => statement(sql).iterate(...values),
    run: (sql, ...values) => void statement(sql).run(...values),
    atomically(work) {
      statement("BEGIN").run();
      try {
        work();
        statement("COMMIT").run();
      } catch (error) {
        if (database.isTransaction) statement("ROLLBACK").run();
        throw error;
      }
    },
    copyTo: (path) => void statement("VACUUM INTO ?").run(path),
    close: () => database.close(),
  };
}

function prepare(database: DatabaseSync): void {
  // Only one process uses the file, so exclusive mode avoids locks and shared memory.
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${LOG_PAGES};
    PRAGMA cache_size = -65536;
  `);
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  if (version !== 0 && version !== LAYOUT_VERSION) {
    throw new OtherLayout(
      `The table's file has the layout ${version}, but this version of the gateway reads layout ${LAYOUT_VERSION}.`,
    );
  }
  database.exec(`BEGIN IMMEDIATE; ${LAYOUT} PRAGMA user_version = ${LAYOUT_VERSION}; COMMIT;`);
}

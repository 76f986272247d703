import { DatabaseSync } from "node:sqlite";

/** A named set of JSON values that persists even if the process is killed. */
export interface Shelf<T> {
  /** Returns all values by id, in the order in which their ids were first stored. */
  load(): Map<string, T>;
  put(id: string, value: T): void;
  remove(id: string): void;
}

/** The persistent state of all emulators that have no store of their own. */
export interface Kept {
  shelf<T>(name: string): Shelf<T>;
  /**
   * Rewrites the file so that replaced and removed values can't be recovered from any file.
   * @throws if another program is reading the file or the disk is full. In that case, it can be called again.
   */
  forgetReplaced(): void;
  close(): void;
}

/**
 * Opens the file, creating it if missing. If `file` is null, nothing is persisted. When `put` returns, the operating
 * system has received the value, so killing the process loses nothing, but a power failure can lose the most recent
 * values.
 * @throws if the file isn't one of our databases.
 */
export function openKept(file: string | null): Kept {
  if (file === null) {
    const nothing = { load: () => new Map(), put() {}, remove() {} };
    return { shelf: () => nothing, forgetReplaced() {}, close() {} };
  }
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;");
  database.exec(
    "CREATE TABLE IF NOT EXISTS kept (shelf TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (shelf, id))",
  );
  const select = database.prepare("SELECT id, value FROM kept WHERE shelf = ? ORDER BY rowid");
  const upsert = database.prepare(
    "INSERT INTO kept (shelf, id, value) VALUES (?, ?, ?) ON CONFLICT (shelf, id) DO UPDATE SET value = excluded.value",
  );
  const erase = database.prepare("DELETE FROM kept WHERE shelf = ? AND id = ?");

  return {
    shelf: (name) => ({
      // This is type-safe, because all values were written by `put` on the same shelf.
      load: () => new Map(select.all(name).map((row) => [String(row.id), JSON.parse(String(row.value))])),
      put: (id, value) => void upsert.run(name, id, JSON.stringify(value)),
      remove: (id) => void erase.run(name, id),
    }),
    forgetReplaced() {
      // Old values stay in the file's free pages, and in the write-ahead log until it is emptied.
      database.exec("VACUUM");
      const emptied = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
      if (emptied?.busy !== 0) throw new Error("another program is reading them");
    },
    close: () => database.close(),
  };
}

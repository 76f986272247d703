import { mkdirSync } from "node:fs";
import { type DynaliteStore, dynaliteDb, promised, type TableDescription } from "./dynalite.ts";
import { type ExpiryIndex, expiryIndex } from "./expiry-index.ts";
import { Gate } from "./gate.ts";
import { type Overlay, overlayOf } from "./overlay.ts";
import { type StreamLog, streamLog } from "./stream.ts";

/** dynalite's store with atomic, serialised writes and reads that never see half of one. */
export interface TableStore {
  /** For actions that only read, and for those about tables. */
  base: DynaliteStore;
  expiry: ExpiryIndex;
  stream: StreamLog;
  /** Runs `run` on an overlay and commits what it wrote at once; commits nothing when it rejects. */
  write<T>(run: (overlay: Overlay) => Promise<T>): Promise<T>;
  /** Runs alone among the writers, on the real store (tables are made and dropped by dynalite itself). */
  alone<T>(run: () => Promise<T>): Promise<T>;
  read<T>(run: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How long closing waits for running operations. */
const CLOSE_MS = 500;

/** Opens the LevelDB folder (null: memory). @throws the database's error when the folder is broken or in use. */
export async function openTableStore(path: string | null): Promise<TableStore> {
  if (path !== null) mkdirSync(path, { recursive: true });
  const base = dynaliteDb.create({
    ...(path !== null && { path }),
    createTableMs: 0,
    deleteTableMs: 0,
    updateTableMs: 0,
  });
  await base.db.open();
  await activateTables(base);
  const expiry = await expiryIndex(base);
  const stream = await streamLog(base);
  const gate = new Gate();
  let last: Promise<unknown> = Promise.resolve();

  function alone<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run, run);
    last = result.catch(() => {});
    return result;
  }

  return {
    base,
    expiry,
    stream,
    alone,
    read: (run) => gate.read(run),
    write: (run) =>
      alone(async () => {
        const overlay = overlayOf(base);
        const result = await run(overlay);
        const changes = overlay.changes();
        const told = stream.writesFor(changes);
        const writes = [...overlay.writes(), ...expiry.writesFor(changes), ...told];
        if (writes.length > 0) await gate.commit(() => base.db.batch(writes));
        stream.committed(told.length);
        return result;
      }),
    async close() {
      base.lifecycleManager.setShutdownTimeout(CLOSE_MS);
      await alone(() => base.lifecycleManager.gracefulClose());
    },
  };
}

/** A table whose creation was cut short by the end of the process is ready all the same: it was empty. */
async function activateTables(base: DynaliteStore): Promise<void> {
  const names = await base.db.keys({ gte: "table~", lt: "table~\xff" }).all();
  for (const key of names) {
    const name = key.slice("table~".length);
    const table = await promised<TableDescription>((callback) => base.getTable(name, false, callback));
    if (table.TableStatus !== "CREATING") continue;
    table.TableStatus = "ACTIVE";
    for (const index of table.GlobalSecondaryIndexes ?? []) index.IndexStatus = "ACTIVE";
    await promised<void>((callback) => base.tableDb.put(name, table, callback));
  }
}

import type { MovableClock } from "../../machine/clock.ts";
import { clockAlarm } from "../service/clock-alarm.ts";
import type { CatalogTable } from "./catalog.ts";
import type { WireItem } from "./dynalite.ts";
import { expirySeconds } from "./expiry-seconds.ts";
import { keyOf } from "./keys-of.ts";
import type { TableStore } from "./table-store.ts";

/** The maximum number of items to remove per round. Other requests are processed between rounds. */
const ROUND = 100;
/** The time between sweeps. In AWS, expired items can remain for a few days. */
const LOOK_MS = 5_000;

/** Removes expired items shortly after their expiry time. */
export interface ExpirySweep {
  /** Sweeps immediately. */
  look(): void;
  /**
   * Sets the attribute that contains the expiry time of a table's items, including existing ones. Null means that items
   * don't expire.
   */
  use(table: CatalogTable, attribute: string | null): void;
  stop(): Promise<void>;
}

/** Starts the sweeps. @param warn called if a round fails. The next sweep tries again. */
export function startExpirySweep(store: TableStore, clock: MovableClock, warn: (message: string) => void): ExpirySweep {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const alarm = clockAlarm(clock, () => look(), warn);
  const stopListening = clock.onMove(() => look());

  async function sweep(): Promise<void> {
    while (!stopped && removeExpired(store, clock.now()) === ROUND)
      await new Promise((resolve) => setImmediate(resolve));
  }

  function look(): void {
    if (stopped) return;
    running = running
      .then(sweep)
      .catch((error: unknown) => warn(`Expired items could not be removed: ${String(error)}`))
      .then(() => {
        if (!stopped) alarm.set(clock.now().getTime() + LOOK_MS);
      });
  }
  look();

  return {
    look,
    use(table, attribute) {
      if (table.ttl !== attribute) setAttribute(store, table, attribute);
      look();
    },
    async stop() {
      stopped = true;
      alarm.stop();
      stopListening();
      await running;
    },
  };
}

/** @returns the number of expired items that were found. */
function removeExpired({ records, catalog, commit }: TableStore, now: Date): number {
  const tables = new Map(catalog.names().map((name) => [catalog.get(name).id, catalog.get(name)]));
  const due = records.all(
    "SELECT tbl, item FROM items WHERE expires IS NOT NULL AND expires < ? ORDER BY expires LIMIT ?",
    Math.floor(now.getTime() / 1_000),
    ROUND,
  );
  commit(
    due.flatMap(({ tbl, item }) => {
      const table = tables.get(Number(tbl));
      const before = JSON.parse(String(item)) as WireItem; // as every item of the file
      const key = table && keyOf(before, table.shape);
      return key ? [{ table, key, before, after: undefined }] : []; // a table's items go with it
    }),
  );
  return due.length;
}

function setAttribute({ records, catalog }: TableStore, table: CatalogTable, attribute: string | null): void {
  records.atomically(() => {
    records.run("UPDATE items SET expires = NULL WHERE tbl = ? AND expires IS NOT NULL", table.id);
    if (attribute !== null) {
      for (const row of records.all("SELECT item FROM items WHERE tbl = ?", table.id)) {
        const item = JSON.parse(String(row.item)) as WireItem; // as every item of the file
        const seconds = expirySeconds(item, attribute);
        const key = keyOf(item, table.shape);
        if (seconds === null || !key) continue;
        records.run(
          "UPDATE items SET expires = ? WHERE tbl = ? AND pk = ? AND sk = ?",
          seconds,
          table.id,
          key.pk,
          key.sk,
        );
      }
    }
    catalog.setTtl(table, attribute);
  });
}

import type { MovableClock } from "../../clock.ts";
import { clockAlarm } from "../clock-alarm.ts";
import { promised, runAction, type TableDescription, type WireItem } from "./dynalite.ts";
import { type ExpiredItem, expirySeconds } from "./expiry-index.ts";
import type { TableStore } from "./table-store.ts";

/** How many items one round removes; between rounds other writers get their turn. */
const ROUND = 100;
/** Between looks while something is kept for later. AWS promises days. */
const LOOK_MS = 5_000;

/** Removes items past their time, soon after it. `look` makes it look at once. */
export function startExpirySweep(
  tables: TableStore,
  clock: MovableClock,
  warn: (message: string) => void,
): { look(): void; stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const alarm = clockAlarm(clock, () => look());
  const stopListening = clock.onMove(() => look());

  async function sweep(): Promise<void> {
    while (!stopped) {
      const due = await tables.expiry.due(clock.now(), ROUND);
      for (const expired of due) {
        if (stopped) return;
        await removeExpired(tables, expired, clock.now());
      }
      if (due.length < ROUND) return;
    }
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
    async stop() {
      stopped = true;
      alarm.stop();
      stopListening();
      await running;
    },
  };
}

/** Looks at the item again before it goes: its time may have been put off since. */
function removeExpired(tables: TableStore, expired: ExpiredItem, now: Date): Promise<void> {
  return tables.write(async ({ store }) => {
    const items = store.getItemDb(expired.table);
    const item = await promised<unknown>((callback) => items.get(expired.itemKey, callback));
    const seconds = expirySeconds(item, expired.attribute);
    if (seconds === null || seconds * 1_000 > now.getTime()) {
      // An entry of an item that is gone with its table, or was changed past us: it must not be found for ever.
      await tables.base.db.batch([{ type: "del", key: expired.entryKey }]);
      return;
    }
    const table = await promised<TableDescription>((callback) => store.getTable(expired.table, callback));
    const stored = item as WireItem; // expirySeconds has found an attribute in it
    const key = Object.fromEntries(table.KeySchema.map(({ AttributeName: name }) => [name, stored[name]]));
    await runAction("DeleteItem", store, { TableName: expired.table, Key: key });
  });
}

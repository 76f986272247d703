import { LIMITS } from "../contracts/limits.ts";
import type { Clock, Ids, Log } from "../ports.ts";
import { changedWrites } from "./some-writes.ts";
import {
  type SomeWrites,
  type Table,
  type Timely,
  TooLate,
  TransactionRefused,
  type TransactOptions,
  type Write,
} from "./table.ts";
import { atTable, timeAheadOf } from "./table-time.ts";

/** An item that must be committed promptly, and its mark. */
interface TimelyPut {
  put: Extract<Write, { put: unknown }>["put"];
  timely: Timely;
}

/** The number of late attempts after which a transaction is abandoned as if the table were unreachable. */
const RENEWALS = 20;

/**
 * Wraps a table so that it never commits an event whose id is more than a second old according to the table's clock. A
 * poller that stays two seconds behind then never misses a late event. This process's clock may be wrong, but the
 * table's responses show by how much (`TableTime`), with a safe margin. If a transaction can't start soon enough
 * because the process was paused, its clock is behind, or the table refused it for a while, it gets new event ids and
 * is retried. If its creator already uses the id, it is refused instead, as if another writer had come first. Spec:
 * Events polling.
 * @throws TooLate after many attempts.
 */
export function timelyTable(table: Table, deps: { clock: Clock; ids: Ids; log: Log }): Table {
  const { clock, log } = deps;
  const tableNow = () => atTable(table, clock.now());

  async function transact(writes: SomeWrites, options: TransactOptions = {}): Promise<void> {
    let current = writes;
    for (let renewals = 0; ; renewals++) {
      const puts = timelyPuts(current);
      const [first] = puts;
      if (!first) return table.transact(current, options);
      const latest = Math.min(...puts.map(({ timely }) => timely.made.getTime())) + LIMITS.eventCommittedWithinMs;
      try {
        return await table.transact(current, { ...options, mayStart: () => tableNow().getTime() <= latest });
      } catch (error) {
        if (!(error instanceof TooLate)) throw error;
        // An attempt got no response. Whether it was applied can be seen from the item, because no other transaction
        // creates an item with this id.
        if (error.isOpen && (await table.get(first.put)) !== null) return;
        if (puts.some(({ timely }) => timely.isKnown)) throw new TransactionRefused(current.map(() => undefined));
        if (renewals >= RENEWALS) throw error;
        if (renewals > 0)
          log.warn({ events: puts.length }, "events could not be committed in time and will be created again");
        current = madeAnew(current, puts, deps, tableNow());
      }
    }
  }

  return {
    timeAhead: () => timeAheadOf(table),
    get: (key) => table.get(key),
    getMany: (keys) => table.getMany(keys),
    query: (range) => table.query(range),
    write: (write) => table.write(write),
    transact,
  };
}

function timelyPuts(writes: Write[]): TimelyPut[] {
  return writes.flatMap((write) => ("put" in write && write.timely ? [{ put: write.put, timely: write.timely }] : []));
}

/** Returns the same writes with new ids in place of the old ones, in keys, bodies, and lane rows. */
function madeAnew(writes: SomeWrites, puts: TimelyPut[], { ids }: { ids: Ids }, now: Date): SomeWrites {
  const renamed = new Map(puts.map(({ timely: { id } }) => [id, ids.next(id.slice(0, id.lastIndexOf("_")), now)]));
  const inText = (text: string) => {
    for (const [old, id] of renamed) text = text.replaceAll(old, id);
    return text;
  };
  return changedWrites(writes, (write) => {
    if (!("put" in write)) return write;
    const put = {
      ...write.put,
      ...mapValues(write.put, (value) => (typeof value === "string" ? inText(value) : value)),
    };
    const { timely } = write;
    return {
      ...write,
      put,
      ...(timely && { timely: { ...timely, id: renamed.get(timely.id) ?? timely.id, made: now } }),
    };
  });
}

const mapValues = (item: Record<string, unknown>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, change(value)]));

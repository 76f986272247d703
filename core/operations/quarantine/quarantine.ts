import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { QuarantineRecord } from "../../records/quarantine.ts";
import { quarantineRecords } from "../../records/quarantine.ts";
import { keys, lists } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type Table, TransactionRefused, type Write } from "../../store/table.ts";

const PAGE = 100;

/** What is set aside, oldest first: all of it, or an instance's. The list is an index and lags a little. */
export async function listQuarantine(table: Table, instance: string | null): Promise<QuarantineRecord[]> {
  const found: QuarantineRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({
      ...(instance === null
        ? { pk: lists.quarantine(), index: "by_instance" as const }
        : { pk: keys.quarantine(instance, "").pk }),
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    const heads = page.items.filter(({ sk }) => !sk.includes("#"));
    found.push(...(await table.getMany(heads)).map(quarantineRecords.of));
    const last = page.items.at(-1);
    after = instance === null ? (last?.gsi2sk as string | undefined) : last?.sk; // the index's own sort key
    if (!page.more || after === undefined) break;
  }
  return found.toSorted((a, b) => (a.set_aside_at < b.set_aside_at ? -1 : 1));
}

/** @returns null: nothing with this id is set aside (any more). */
export async function readQuarantine(table: Table, instance: string, id: string): Promise<QuarantineRecord | null> {
  return quarantineRecords.read(table, instance, id);
}

/** The same, of whichever instance. */
export async function findQuarantine(table: Table, id: string): Promise<QuarantineRecord | null> {
  const range = { pk: lists.quarantine(), index: "by_instance", from: id, to: id, limit: 1 } as const;
  const [found] = (await table.query(range)).items;
  return found ? quarantineRecords.orNull(await table.get(found)) : null;
}

/** The packed input; null: there is none, or it was not kept whole. */
export async function quarantinedInput(table: Table, record: QuarantineRecord): Promise<Uint8Array | null> {
  if (record.parts === 0) return record.input;
  const places = partsOf(record);
  const found = new Map((await table.getMany(places)).map(({ sk, part }) => [sk, part]));
  const parts = places.map(({ sk }) => found.get(sk));
  return parts.every((part) => part instanceof Uint8Array) ? Buffer.concat(parts) : null;
}

/** The writes that take a row and its parts away. */
export function quarantineDeletion(record: QuarantineRecord): Write[] {
  const head = keys.quarantine(record.instance_id, record.id);
  return [head, ...partsOf(record)].map((place) => ({ delete: place }));
}

const partsOf = ({ instance_id, id, parts }: QuarantineRecord) =>
  Array.from({ length: parts }, (_, n) => keys.quarantinePart(instance_id, id, n));

/** Has the instance's owner try it again, within two minutes. @returns false: it is gone. */
export async function askRetry(deps: LaneDeps, record: QuarantineRecord): Promise<boolean> {
  const { id, instance_id } = record;
  const now = deps.clock.now();
  const lane = instanceLane(instance_id);
  try {
    await deps.table.transact([
      { update: keys.quarantine(instance_id, id), set: { state: "asked" }, if: [{ item: "exists" }] },
      recheckRow(lane, id, now, { quarantined: id }),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
  await ensureWake(deps, lane, now, null);
  return true;
}

/** Forgets it for good. */
export async function dropQuarantine(table: Table, record: QuarantineRecord): Promise<void> {
  await table.transact(quarantineDeletion(record));
}

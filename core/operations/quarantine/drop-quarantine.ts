import { type QuarantineRecord, quarantineDeletion } from "../../records/quarantine.ts";
import type { Table } from "../../store/table.ts";

/** Deletes quarantined work permanently. */
export async function dropQuarantine(table: Table, record: QuarantineRecord): Promise<void> {
  await table.transact(quarantineDeletion(record));
}

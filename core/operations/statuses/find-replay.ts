import type { Clock } from "../../ports.ts";
import { readMadeId } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { messageRecords } from "../../records/message.ts";
import { statusRecords } from "../../records/status.ts";
import type { Table } from "../../store/table.ts";
import type { FoundStatus } from "./read-status.ts";

/** Returns the status created by the first request with this key, as it is now; null if none, or no longer stored. */
export async function findStatusReplay(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  key: string | null,
): Promise<FoundStatus | null> {
  const id = await readMadeId(deps, instance.id, "status", key);
  if (id === null) return null;
  const message = await messageRecords.read(deps.table, instance.account_id, id);
  const record = message && (await statusRecords.read(deps.table, instance.id, id));
  return message && record ? { message, record } : null;
}

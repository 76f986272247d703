import type { Clock } from "../../ports.ts";
import { keyOutlived, readMadeId } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { messageRecords } from "../../records/message.ts";
import { statusRecords } from "../../records/status.ts";
import type { Table } from "../../store/table.ts";
import type { FoundStatus } from "./read-status.ts";

/**
 * Finds the status that an earlier request with this Idempotency-Key created, in its current state. Returns null if
 * there was no such request. @throws ApiError `status_not_found` if the status has expired, because Idempotency-Keys
 * are retained longer.
 */
export async function findStatusReplay(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  key: string | null,
): Promise<FoundStatus | null> {
  const id = await readMadeId(deps, instance.id, "status", key);
  if (id === null) return null;
  const message = await messageRecords.read(deps.table, instance.account_id, id);
  const record = message && (await statusRecords.read(deps.table, instance.id, id));
  if (!message || !record) throw keyOutlived("status");
  return { message, record };
}

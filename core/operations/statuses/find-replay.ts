import type { Clock } from "../../ports.ts";
import { readIdempotent } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { statusRecords } from "../../records/status.ts";
import type { Table } from "../../store/table.ts";
import type { FoundStatus } from "./read-status.ts";

/** The Idempotency-Key of a status, apart from the same key of a message: no header can contain such a character. */
export const statusKey = (key: string): string => `status\n${key}`;

/** The status that the first request with this key made, as it is now; null: there was none, or it is gone. */
export async function findReplay(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  key: string | null,
): Promise<FoundStatus | null> {
  const message = key === null ? null : await readIdempotent(deps, instance, statusKey(key));
  const record = message && (await statusRecords.read(deps.table, instance.id, message.id));
  return message && record ? { message, record } : null;
}

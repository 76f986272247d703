import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import { labelRecords } from "../../records/chats/label.ts";
import type { Table } from "../../store/table.ts";

/** Checks that the instance has this label. @throws ApiError `not_found` if the label doesn't exist or was deleted. */
export async function requireLabel(table: Table, instance: InstanceId, label: number): Promise<void> {
  const record = await labelRecords.read(table, instance, label);
  if (record && record.deleted_ms === undefined) return;
  throw new ApiError("not_found", {
    message: `There is no label ${label} on this instance. GET /v1/instances/{id}/labels lists its labels.`,
  });
}

import type { InstanceId } from "../../contracts/ids.ts";
import { ID_PREFIXES, idPattern } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import type { Table } from "../../store/table.ts";

const INSTANCE_ID = idPattern(ID_PREFIXES.instance);

/**
 * Checks, without reading the table, that the caller's key may be used for this instance.
 * @throws ApiError `key_not_allowed`
 */
export function requireInstanceScope(caller: Caller, instanceId: InstanceId): void {
  if (caller.instance_id !== null && caller.instance_id !== instanceId) throw new ApiError("key_not_allowed");
}

/**
 * Checks, without reading the table, that the caller could have access to an instance with the given id.
 * @throws ApiError `key_not_allowed`, or `instance_not_found` if the id is not a valid instance id.
 */
export function requireUsable(caller: Caller, instanceId: InstanceId): void {
  requireInstanceScope(caller, instanceId);
  if (!INSTANCE_ID.test(instanceId)) throw new ApiError("instance_not_found");
}

/**
 * Returns the instance with the given id if the caller may use it.
 * @throws ApiError `key_not_allowed`, or `instance_not_found` if the instance is unknown, deleted, or belongs to
 * another account.
 */
export async function readInstance(
  deps: { table: Table },
  caller: Caller,
  instanceId: InstanceId,
): Promise<InstanceRecord> {
  requireUsable(caller, instanceId);
  const record = await instanceRecords.read(deps.table, instanceId);
  if (!record || record.account_id !== caller.account_id || record.removed_at !== null) {
    throw new ApiError("instance_not_found");
  }
  return record;
}

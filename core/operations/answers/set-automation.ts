import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { BotsRecord } from "../../records/answers/bots.ts";
import { type InstanceRecord, instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";

/** More changes of one automation never race. */
export const SETTING_TRIES = 200;

/**
 * Writes the flags that tell messages which automation is on, for the transaction that changes its settings; refused if
 * the instance was deleted.
 */
export function settingWrites({ id }: Pick<InstanceRecord, "id">, flags: BotsRecord): Write[] {
  return [
    { update: keys.bots(id), set: { ...flags } },
    { check: keys.instance(id), if: notRemoved },
  ];
}

/** @throws ApiError `instance_not_found` if the instance was deleted. */
export async function requireLive(table: Table, id: InstanceId): Promise<void> {
  const instance = await instanceRecords.read(table, id);
  if (!instance || instance.removed_at !== null) throw new ApiError("instance_not_found");
}

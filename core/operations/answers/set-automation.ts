import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { AutomationsRecord } from "../../records/answers/automations.ts";
import { type InstanceRecord, instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";

/**
 * How many times to attempt a change to an automation that other requests keep changing. In practice, far fewer
 * attempts are needed.
 */
export const SETTING_TRIES = 200;

/**
 * Returns the writes that record which automations are on, for lookups when messages arrive. Include these writes in
 * the transaction that changes the settings. They are refused if the instance has been deleted.
 */
export function settingWrites({ id }: Pick<InstanceRecord, "id">, flags: AutomationsRecord): Write[] {
  return [
    { update: keys.automations(id), set: { ...flags } },
    { check: keys.instance(id), if: notRemoved },
  ];
}

/** Checks that the instance still exists. @throws ApiError `instance_not_found` if it was deleted. */
export async function requireLive(table: Table, id: InstanceId): Promise<void> {
  const instance = await instanceRecords.read(table, id);
  if (!instance || instance.removed_at !== null) throw new ApiError("instance_not_found");
}

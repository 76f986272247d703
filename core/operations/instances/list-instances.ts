import { LIMITS } from "../../contracts/limits.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { listPointers } from "./list-pointers.ts";

/** One page of instances, newest first. `total` counts the instances on all pages. */
export interface InstancePage {
  instances: InstanceRecord[];
  total: number;
}

/**
 * Lists the caller's instances. A key for one instance only sees that instance. Reads all of the account's pointers,
 * which are small and few. Spec: GET /v1/instances.
 * @param page the page number, starting at 1. A page past the end is empty.
 */
export async function listInstances(
  deps: { table: Table },
  caller: Caller,
  request: { external_ref: string | undefined; page: number },
): Promise<InstancePage> {
  const ids = (await listPointers(deps.table, caller.account_id))
    .filter((pointer) => request.external_ref === undefined || pointer.external_ref === request.external_ref)
    .map((pointer) => pointer.sk)
    .filter((id) => caller.instance_id === null || id === caller.instance_id);
  const wanted = ids.slice((request.page - 1) * LIMITS.instancesPage, request.page * LIMITS.instancesPage);
  const found = await deps.table.getMany(wanted.map((id) => keys.instance(id)));
  const byId = new Map(found.map((item) => [item.pk, instanceRecords.of(item)]));
  const instances = wanted.flatMap((id) => byId.get(keys.instance(id).pk) ?? []);
  return { instances: instances.filter((instance) => instance.removed_at === null), total: ids.length };
}

import { ID_PREFIXES } from "../contracts/ids.ts";
import type { InstanceRecord } from "../contracts/instance.ts";
import { wireTime } from "../domain/wire-time.ts";
import type { Ids } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { bucketOf } from "../store/lane-names.ts";
import type { Table } from "../store/table.ts";

/** Adds an instance: unlinked, waiting for its code to be scanned. Spec: Instance lifecycle, add. */
export async function createInstance(
  deps: { table: Table; ids: Ids; shardCount: number },
  request: { account_id: string; name: string; external_ref: string | null },
  now: Date,
): Promise<InstanceRecord> {
  const { account_id: account, name, external_ref } = request;
  const id = deps.ids.next(ID_PREFIXES.instance, now);
  const shard = bucketOf(id, deps.shardCount);
  const record: InstanceRecord = {
    id,
    account_id: account,
    name,
    external_ref,
    status: "scan_qr_code",
    status_reason: null,
    status_since: wireTime(now),
    phone: null,
    chat_link: null,
    link_refused: false,
    reject_calls: false,
    protection_settings: null,
    created_at: wireTime(now),
    linked_at: null,
    shard,
    wanted: "on",
    restart_seq: 0,
    restart_done: 0,
    logout_seq: 0,
    logout_done: 0,
    timezone: "UTC",
    removed_at: null,
  };
  await deps.table.transact([
    { put: { ...keys.instance(id), ...record }, if: [{ item: "absent" }] },
    { put: { ...keys.accountInstance(account, id), external_ref } },
    { put: { ...keys.shardInstance(shard, id), account_id: account } },
    { put: { ...keys.pace(id), rev: 0 } },
    { put: { ...keys.fence(id), fence: 0 } },
  ]);
  return record;
}

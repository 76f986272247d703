import type { AccountId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { newSendingState } from "../../domain/protection/pacing.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { Ids } from "../../ports.ts";
import { transactNotSuspended } from "../../records/accounts/not-suspended.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { bucketOf } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim, SomeWrites, Table } from "../../store/table.ts";
import type { CheckedProxy } from "./check-proxy.ts";

/** The details of a new instance. */
export interface InstanceRequest {
  account_id: AccountId;
  name: string;
  external_ref: string | null;
  /** The number of instances that the account's plan includes. If omitted, there is no limit. */
  max_instances?: number;
  /** The proxy that the instance connects through. Null or omitted means no proxy. */
  proxy?: CheckedProxy | null;
}

/**
 * Adds an instance that has no linked phone yet and waits for a phone to scan its code. Spec: Instance lifecycle, add.
 * @throws ApiError 403 `plan_limit` if all of the plan's instances are in use (exact even when requests race);
 * `account_suspended` if the account has been suspended in the meantime; `unavailable`.
 */
export async function createInstance(
  deps: { table: Table; ids: Ids; shardCount: number },
  request: InstanceRequest,
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
    ...(request.proxy && { proxy: await request.proxy.seal({ id, account_id: account }) }),
  };
  await writeWithinPlan(deps.table, request, [
    { put: { ...keys.instance(id), ...record }, if: [{ item: "absent" }] },
    { put: { ...keys.accountInstance(account, id), external_ref } },
    { put: { ...keys.shardInstance(shard, id), account_id: account } },
    { put: { ...keys.sending(id), ...newSendingState(record.timezone, now), rev: 0, fence: 0, shard } },
    { put: { ...keys.receiving(id), fence: 0 } },
  ]);
  return record;
}

const TRIES = 8;

async function writeWithinPlan(table: Table, request: InstanceRequest, writes: SomeWrites): Promise<void> {
  const { account_id: account, max_instances: max } = request;
  if (max === undefined) return transactNotSuspended(table, account, writes);
  const place = keys.accountInstances(account);
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const added = (await table.get(place))?.added;
    const { items } = await table.query({ pk: keys.accountInstance(account, "").pk, limit: max });
    if (items.length >= max) throw new ApiError("plan_limit", { message: planFull(max) });
    // If another request adds an instance between this count and this write, it increments the counter, so this write
    // is refused.
    const asCounted: Claim =
      added === undefined ? { item: "absent" } : { field: "added", op: "=", value: Number(added) };
    const counted: SomeWrites = [...writes, { update: place, add: { added: 1 }, if: [asCounted] }];
    await commit(transactNotSuspended(table, account, counted));
  });
}

const planFull = (max: number) =>
  `The account's plan includes ${max} ${max === 1 ? "instance" : "instances"}, and ${max === 1 ? "it is" : "all are"} in use. Delete one, or choose a larger plan.`;

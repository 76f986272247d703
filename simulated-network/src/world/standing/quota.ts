import { randomUUID } from "node:crypto";
import { post } from "../../delivery/post.ts";
import { SERVER } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Quota } from "../../store/quotas-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/** Converts an account's new-chat quota to the clients' format. A null quota means no limit. */
export function cappingOf(quota: Quota | null, now: Date) {
  if (!quota) return { capping_status: "NONE", total_quota: -1, used_quota: 0, mv_status: "NOT_ELIGIBLE" };
  return {
    total_quota: quota.total,
    used_quota: quota.used,
    capping_status: quota.status,
    cycle_end_timestamp: String(seconds(quota.endsAt)),
    server_sent_timestamp: String(seconds(now)),
    mv_status: "NOT_ELIGIBLE",
  };
}

/** Sets an account's quota and notifies its devices. */
export function setQuota(world: World, transaction: Transaction, owner: Person, quota: Quota): void {
  transaction.store.quotas.set(owner.phone, quota);
  const told = { xwa2_notify_new_chat_messages_capping_info_update: cappingOf(quota, transaction.now) };
  const body = Buffer.from(JSON.stringify({ data: told }));
  const update = node("update", { op_name: "MessageCappingInfoNotification" }, body);
  for (const device of transaction.store.devices.of(owner.phone)) {
    const attributes = { from: SERVER, type: "mex", id: randomUUID(), t: seconds(transaction.now) };
    post(world, transaction, device, node("notification", attributes, [update]), {
      class: "notification",
      type: "mex",
    });
  }
}

/** Counts a new chat against the quota. Devices aren't notified until the quota is used up. */
export function countNewChat(world: World, transaction: Transaction, owner: Person): void {
  const quota = transaction.store.quotas.of(owner.phone, transaction.now);
  if (!quota) return;
  const used = quota.used + 1;
  if (used >= quota.total) setQuota(world, transaction, owner, { ...quota, used, status: "CAPPED" });
  else transaction.store.quotas.set(owner.phone, { ...quota, used });
}

import { randomUUID } from "node:crypto";
import { post } from "../../delivery/post.ts";
import { SERVER } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Standing } from "../../store/standing-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/**
 * Refuses an account's new chats until a specific time. Passing the current time lifts the restriction. Notifies the
 * account's devices unless `silent`.
 */
export function restrict(
  world: World,
  transaction: Transaction,
  owner: Person,
  until: Date,
  { enforcement_type, silent }: { enforcement_type: string; silent: boolean },
): void {
  transaction.store.standing.restrict(owner.phone, until, enforcement_type);
  if (silent) return;
  const notice = timelockOf(transaction.store.standing.of(owner.phone, transaction.now));
  const update = node(
    "update",
    { op_name: "NotificationUserReachoutTimelockUpdate" },
    Buffer.from(JSON.stringify({ data: { xwa2_notify_account_reachout_timelock: notice } })),
  );
  for (const device of transaction.store.devices.of(owner.phone)) {
    const attributes = { from: SERVER, type: "mex", id: randomUUID(), t: seconds(transaction.now) };
    post(world, transaction, device, node("notification", attributes, [update]), {
      class: "notification",
      type: "mex",
    });
  }
}

/** Converts a restriction to the clients' format. */
export function timelockOf({ restrictedUntil, enforcement }: Standing) {
  return {
    is_active: restrictedUntil !== null,
    time_enforcement_ends: restrictedUntil ? String(seconds(restrictedUntil)) : "0",
    enforcement_type: restrictedUntil ? enforcement : "DEFAULT",
  };
}

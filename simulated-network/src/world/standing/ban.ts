import type { BinaryNode } from "@whiskeysockets/baileys";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Standing } from "../../store/standing-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/** Returns the stanza that turns a banned client away. `expire` is the number of seconds left. */
export function banNotice({ until }: NonNullable<Standing["ban"]>, now: Date): BinaryNode {
  if (!until) return node("failure", { reason: 403, location: "simulated" });
  return node("failure", { reason: 402, code: 101, expire: seconds(until) - seconds(now), location: "simulated" });
}

/** Bans an account permanently (null) or until a specific time, and immediately disconnects its devices. */
export function ban(world: World, transaction: Transaction, owner: Person, until: Date | null): void {
  transaction.store.standing.ban(owner.phone, until);
  const imposed = transaction.store.standing.of(owner.phone, transaction.now).ban;
  if (!imposed) return;
  for (const device of transaction.store.devices.of(owner.phone)) {
    transaction.afterCommit(() => world.live.connectionOf(device)?.end(banNotice(imposed, transaction.now)));
  }
}

import { randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { post } from "../../delivery/post.ts";
import { type DeviceAddress, personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/**
 * Blocks or unblocks a person for an account. Notifies the account's devices, except the one that made the change (0 is
 * the phone).
 *
 * @param before the account's other changes, which the same notice lists first.
 */
export function block(
  world: World,
  transaction: Transaction,
  owner: Person,
  person: Person,
  action: "block" | "unblock",
  writer: DeviceAddress["device"],
  before: readonly BinaryNode[] = [],
): void {
  if (action === "block") transaction.store.account.block(owner.phone, person.phone);
  else transaction.store.account.unblock(owner.phone, person.phone);
  for (const other of transaction.store.devices.of(owner.phone)) {
    if (other.device === writer) continue;
    const change = node("item", { jid: personAddress(person, "lid"), action });
    const attributes = {
      from: personAddress(owner, "pn"),
      type: "account_sync",
      id: randomUUID(),
      t: seconds(transaction.now),
    };
    post(world, transaction, other, node("notification", attributes, [...before, node("blocklist", {}, [change])]), {
      class: "notification",
      type: "account_sync",
    });
  }
}

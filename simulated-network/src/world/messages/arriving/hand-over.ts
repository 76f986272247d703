import type { BinaryNode } from "@whiskeysockets/baileys";
import { post } from "../../../delivery/post.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { World } from "../../world.ts";
import { takeMessage } from "./take-message.ts";

/**
 * Delivers a message stanza to a single device. A linked device receives it over its connection. A phone decrypts it
 * immediately, or once the phone is switched on.
 *
 * @returns false if a phone could not decrypt the message.
 */
export async function handOver(
  world: World,
  transaction: Transaction,
  owner: Person,
  device: number,
  stanza: BinaryNode,
): Promise<boolean> {
  if (device === 0 && owner.online) return takeMessage(world, transaction, owner, stanza);
  post(world, transaction, { phone: owner.phone, device }, stanza, { class: "message", type: "" });
  return true;
}

/** Delivers the waiting stanzas, in order, to a phone that has been switched on again. */
export async function emptyMailbox(world: World, transaction: Transaction, owner: Person): Promise<void> {
  for (const waiting of transaction.store.waiting.of({ phone: owner.phone, device: 0 })) {
    transaction.store.waiting.remove(waiting.seq);
    await takeMessage(world, transaction, owner, waiting.node);
  }
}

import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { World } from "../../world.ts";
import { DELIVERED_AFTER_MS, passReceipt, type Receipt } from "../receipts.ts";

/** Sends the receipts that a phone sends automatically, in accordance with its owner's settings. */
export function confirmTaken(
  world: World,
  transaction: Transaction,
  reader: Person,
  author: Person,
  about: Pick<Receipt, "messageId" | "form" | "room">,
): void {
  if (reader.phone === author.phone) return;
  if (reader.auto_deliver) {
    passReceipt(world, transaction, reader, 0, author, { ...about, kind: "delivered" }, DELIVERED_AFTER_MS);
  }
  if (reader.auto_read) {
    passReceipt(world, transaction, reader, 0, author, { ...about, kind: "read" }, 2 * DELIVERED_AFTER_MS);
  }
}

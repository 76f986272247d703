import type { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { Arrival } from "./arrival.ts";

/** Somebody reacts to a message; an empty emoji takes the reaction back. */
export function applyReaction(
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  reaction: proto.Message.IReactionMessage,
): void {
  if (!reaction.key?.id) return;
  transaction.store.reactions.put(owner.phone, reaction.key.id, arrival.author.phone, reaction.text ?? "");
}

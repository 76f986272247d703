import type { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { Arrival } from "./arrival.ts";

/** Applies a reaction to a message in the same chat. An empty emoji removes the reaction. */
export function applyReaction(
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  reaction: proto.Message.IReactionMessage,
): void {
  const target = transaction.store.messages.find(owner.phone, reaction.key?.id ?? "");
  if (target?.chatId !== arrival.chatId) return;
  transaction.store.reactions.put(owner.phone, target.id, arrival.author.phone, reaction.text ?? "");
}

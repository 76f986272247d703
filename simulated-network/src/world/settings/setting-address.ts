import { personAddress } from "../../format/addresses.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Chat } from "../people/chats.ts";

/** The address a phone stores a chat by: a person's private id on accounts that moved to private ids. */
export function settingAddress(transaction: Transaction, owner: Person, chat: Chat): string {
  if (chat.kind !== "person") return chat.id;
  const isPrivate = chat.person.hide_number || transaction.store.profiles.usesPrivateIds(owner.phone);
  return personAddress(chat.person, isPrivate ? "lid" : "pn");
}

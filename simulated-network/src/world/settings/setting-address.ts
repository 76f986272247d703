import { personAddress } from "../../format/addresses.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Chat } from "../people/chats.ts";

/**
 * Returns the address under which a phone stores a chat. For a person, it is the private id if the account has been
 * migrated to private ids.
 */
export function settingAddress(transaction: Transaction, owner: Person, chat: Chat): string {
  if (chat.kind !== "person") return chat.id;
  const isPrivate = chat.person.hide_number || transaction.store.profiles.usesPrivateIds(owner.phone);
  return personAddress(chat.person, isPrivate ? "lid" : "pn");
}

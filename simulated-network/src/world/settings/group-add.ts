import type { Transaction } from "../../store/transactions.ts";

/** The network's words for who may add somebody to groups. */
const NETWORK_WORDS = { all: "all", contacts: "contacts", nobody: "none" } as const;

/** Those who may add somebody to groups, in the sandbox's words. */
export type GroupAdd = keyof typeof NETWORK_WORDS;

/** Those who may add this person to groups. */
export function groupAddOf(transaction: Transaction, phone: string): GroupAdd {
  const word = transaction.store.account.privacy(phone).get("groupadd") ?? "all";
  return word === "none" ? "nobody" : word === "all" ? "all" : "contacts";
}

/** The person chooses who may add them to groups. */
export function setGroupAdd(transaction: Transaction, phone: string, chosen: GroupAdd): void {
  transaction.store.account.setPrivacy(phone, "groupadd", NETWORK_WORDS[chosen]);
}

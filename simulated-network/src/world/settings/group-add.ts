import type { Transaction } from "../../store/transactions.ts";

/** The network's terms for who can add a person to groups. */
const NETWORK_WORDS = { all: "all", contacts: "contacts", nobody: "none" } as const;

/** The options for who can add a person to groups, in the sandbox API's terms. */
export type GroupAdd = keyof typeof NETWORK_WORDS;

/** Returns who can add this person to groups. */
export function groupAddOf(transaction: Transaction, phone: string): GroupAdd {
  const word = transaction.store.account.privacy(phone).get("groupadd") ?? "all";
  return word === "none" ? "nobody" : word === "all" ? "all" : "contacts";
}

/** Sets who can add this person to groups. */
export function setGroupAdd(transaction: Transaction, phone: string, chosen: GroupAdd): void {
  transaction.store.account.setPrivacy(phone, "groupadd", NETWORK_WORDS[chosen]);
}

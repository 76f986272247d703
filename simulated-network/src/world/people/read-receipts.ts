import type { Transaction } from "../../store/transactions.ts";

/** The network's name for the read receipts privacy setting. */
const SETTING = "readreceipts";

/** Whether this person sends read receipts. */
export function tellsReading({ store }: Transaction, phone: string): boolean {
  return store.account.privacy(phone).get(SETTING) !== "none";
}

/** Turns this person's read receipts on or off. */
export function setTellsReading({ store }: Transaction, phone: string, tells: boolean): void {
  store.account.setPrivacy(phone, SETTING, tells ? "all" : "none");
}

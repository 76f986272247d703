import type { Transaction } from "../../store/transactions.ts";

/** The privacy setting for read receipts, as the network names it. */
const SETTING = "readreceipts";

/** Whether this person lets others know what was read. */
export function tellsReading({ store }: Transaction, phone: string): boolean {
  return store.account.privacy(phone).get(SETTING) !== "none";
}

/** Lets others know what is read from now on, or no longer. */
export function setTellsReading({ store }: Transaction, phone: string, tells: boolean): void {
  store.account.setPrivacy(phone, SETTING, tells ? "all" : "none");
}

import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Collection } from "../app-state/collections.ts";
import { readMutation } from "../app-state/mutation.ts";

/** Returns a function that looks up the MAC of the value at an index, or returns null if there is none. */
export function valueMacAt(transaction: Transaction, owner: Person, collection: Collection) {
  return (indexMac: Buffer): Buffer | null => {
    const record = transaction.store.appStates.record(owner.phone, collection, indexMac);
    return record && readMutation({ record: proto.SyncdRecord.decode(record) }).valueMac;
  };
}

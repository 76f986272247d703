import { personAddress } from "../../format/addresses.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** Whether the person is in this phone's address book, by number or private id. */
export function hasSaved({ store }: Transaction, phone: string, person: Person): boolean {
  return (["pn", "lid"] as const).some((form) => store.phoneContacts.find(phone, personAddress(person, form)) !== null);
}

import { personAddress } from "../../format/addresses.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** Whether this phone has the person in its address book, by number or by private id. */
export function hasSaved({ store }: Transaction, phone: string, person: Person): boolean {
  return (["pn", "lid"] as const).some((form) => store.phoneContacts.find(phone, personAddress(person, form)) !== null);
}

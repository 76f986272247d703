import { chatIdOf, personAddress } from "../../format/addresses.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Setting } from "../app-state/setting.ts";

/**
 * Returns the setting that adds a person to the address book or removes them. People who hide their number are saved
 * under their private id.
 *
 * @param name null removes the entry. The setting then includes `oldName`, as sent by some phones.
 */
export function contactSetting(
  transaction: Transaction,
  phone: string,
  name: string | null,
  oldName: string | null = null,
): Setting {
  const person = transaction.store.people.byPhone(phone);
  const fullName = name ?? oldName ?? undefined;
  const names = fullName === undefined ? {} : { fullName, firstName: fullName.split(" ")[0] ?? fullName };
  const operation = name === null ? "remove" : "set";
  const common = { collection: "critical_unblock_low", operation, formatVersion: 2 } as const;
  const index = contactIndex(phone, person);
  if (person?.hide_number) return { ...common, index, value: { lidContactAction: names } };
  const more = name === null || !person ? {} : { lidJid: personAddress(person, "lid"), saveOnPrimaryAddressbook: true };
  return { ...common, index, value: { contactAction: { ...names, ...more } } };
}

function contactIndex(phone: string, person: Person | null): string[] {
  return person?.hide_number ? ["lid_contact", personAddress(person, "lid")] : ["contact", chatIdOf(phone)];
}

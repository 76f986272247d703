import type { InstanceId } from "../contracts/ids.ts";
import { phoneOfPerson } from "../domain/messages/chat-id.ts";
import { hasOneOwner, otherForm } from "../domain/messages/written-forms.ts";
import { keys } from "../store/keys.ts";
import type { Table } from "../store/table.ts";
import { type PersonRecord, personRecords } from "./person.ts";
import { joinedForm } from "./person-forms.ts";

/**
 * Finds all of a person's keys on the instance: the forms of their number and their private id. The other form of a
 * number is included if it leads to this person, or if both forms always have the same owner. An Argentine landline,
 * which may belong to someone else, is included only if it leads to this person.
 * @param named the keys found so far.
 */
export async function readPersonNames(
  table: Table,
  instance: InstanceId,
  person: string,
  known: PersonRecord | null,
  named: readonly string[],
): Promise<string[]> {
  const told = [known?.private_id, known?.phone, joinedForm(person, known)];
  const names = new Set([person, ...named, ...told.filter((name) => typeof name === "string")]);
  const forms = [...names].flatMap((name) => (phoneOfPerson(name) === null ? [] : (otherForm(name) ?? [])));
  const unsure = forms.filter((form) => !names.has(form));
  const places = unsure.map((form) => keys.person(instance, form));
  const records = places.length === 0 ? [] : await table.getMany(places);
  for (const form of unsure) {
    const record = personRecords.among(records, instance, form);
    const isTheirs =
      record === null ? hasOneOwner(form) : record.merged_into !== undefined && names.has(record.merged_into);
    if (isTheirs) names.add(form);
  }
  return [...names];
}

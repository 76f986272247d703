import { hasOneOwner, otherForm } from "../../domain/messages/written-forms.ts";
import { type FoundPerson, personRecords } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * The other form of the number of somebody who writes for the first time, when it has a record that must become theirs:
 * they were written to by it, and what waits there is a reply now. One read, once a person, in countries where both
 * forms have one owner. Spec: Message, `phone`; docs/decisions/0164.
 * @returns digits; null: there is none, or the network knows somebody by it.
 */
export async function findOtherForm(
  table: Table,
  { instance_id: instance, phone, from_me }: IncomingMessage,
  { known }: FoundPerson,
): Promise<string | null> {
  if (phone === null || from_me || known?.last_in_at !== undefined || !hasOneOwner(phone)) return null;
  const form = otherForm(phone);
  const other = form === null ? null : await personRecords.read(table, instance, form);
  if (other === null || other.merged_into !== undefined) return null;
  // Whom the network named by it, or who wrote by it, is somebody for certain: nobody gets what is theirs.
  return other.own_form === true || other.last_in_at !== undefined ? null : form;
}

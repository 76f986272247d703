import { hasOneOwner, otherForm } from "../../domain/messages/written-forms.ts";
import { type FoundPerson, personRecords } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * Finds the other form of a first-time writer's number, if it has a record that must become theirs: they were written
 * to under it, and what waits there is now a reply. Costs one read, once per person, in countries where both forms have
 * one owner. Spec: Message, `phone`; docs/decisions/0164.
 * @returns digits; null if there is none, or the network knows someone by it.
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
  // Someone the network named by it, or who wrote from it, certainly exists, so nobody gets what is theirs.
  return other.own_form === true || other.last_in_at !== undefined ? null : form;
}

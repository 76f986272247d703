import { hasOneOwner, otherForm } from "../../domain/messages/written-forms.ts";
import { type FoundPerson, personRecords } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * Finds the other form of a number from which somebody writes for the first time, if its record must be merged into
 * theirs: messages were sent to that form, and those that wait are replies now. Costs one read, once per person, in
 * countries where both forms have one owner. Spec: Message, `phone`; docs/decisions/0164.
 * @returns digits; null if there is none, or the network knows somebody by it.
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
  // If the network named this form, or somebody wrote from it, it is another person's, whose chat must not be merged.
  return other.own_form === true || other.last_in_at !== undefined ? null : form;
}

import { hasOneOwner, otherForm } from "../../domain/messages/written-forms.ts";
import { type FoundPerson, personRecords } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * When a person writes for the first time, finds the other form of their number if its record must be merged into
 * theirs. That is the case if messages were sent to the other form; any that are still waiting are now replies. Costs
 * one read, once per person, in countries where both forms belong to the same owner. Spec: Message, `phone`;
 * docs/decisions/0164.
 * @returns the other form's digits, or null if there is no such form or the network lists a person under it.
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
  // If the network has reported the other form, or a message was received from it, it belongs to a different person,
  // whose chat must not be merged.
  return other.own_form === true || other.last_in_at !== undefined ? null : form;
}

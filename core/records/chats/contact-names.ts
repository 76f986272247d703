import type { InstanceId } from "../../contracts/ids.ts";
import type { NameChange, ShortNames } from "../../domain/chats/rank-name.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, SomeWrites } from "../../store/table.ts";
import type { ContactRecord } from "./contact.ts";

/**
 * Builds the writes that change a person's names in both of their records. They are refused if the person was renamed
 * or merged after the records were read.
 * @param also other fields to set in the contact's record.
 */
export function nameWrites(
  instance: InstanceId,
  { person, known }: { person: string; known: (ShortNames & { phone?: string | null }) | null },
  contact: ContactRecord | null,
  change: NameChange,
  also: Partial<ContactRecord> = {},
): SomeWrites {
  const own = phoneOfPerson(person);
  const phone = own === null || known?.phone !== undefined ? {} : { phone: own };
  const asRead: Condition = [
    known?.name === undefined ? { field: "name", is: "missing" } : { field: "name", op: "=", value: known.name },
    { field: "merged_into", is: "missing" },
  ];
  const sameRev: Condition = [
    contact?.rev === undefined ? { field: "rev", is: "missing" } : { field: "rev", op: "=", value: contact.rev },
  ];
  return [
    {
      update: keys.person(instance, person),
      set: { ...phone, ...change.person.set },
      ...(change.person.remove.length > 0 && { remove: change.person.remove }),
      if: asRead,
    },
    {
      update: keys.contact(instance, person),
      set: { ...change.contact.set, ...also },
      add: { rev: 1 },
      ...(change.contact.remove.length > 0 && { remove: change.contact.remove }),
      if: sameRev,
    },
  ];
}

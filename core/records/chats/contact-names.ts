import type { InstanceId } from "../../contracts/ids.ts";
import type { NameChange, ShortNames } from "../../domain/chats/rank-name.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, SomeWrites } from "../../store/table.ts";
import type { ContactRecord } from "./contact.ts";

/** A person whose names change, as they were read. */
interface NamedBefore {
  person: string;
  known: (ShortNames & { phone?: string | null }) | null;
  /** Set if no record of the person was found. The same as a `known` of null. */
  is_new?: true;
}

/**
 * Builds the writes that change a person's names in both of their records. They are refused if the person was renamed,
 * merged or erased after the records were read.
 * @param also other fields to set in the contact's record.
 */
export function nameWrites(
  instance: InstanceId,
  { person, known, is_new }: NamedBefore,
  contact: ContactRecord | null,
  change: NameChange,
  also: Partial<ContactRecord> = {},
): SomeWrites {
  const own = phoneOfPerson(person);
  const phone = own === null || known?.phone !== undefined ? {} : { phone: own };
  const asRead: Condition = [
    ...(known === null || is_new ? [] : [{ item: "exists" as const }]),
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

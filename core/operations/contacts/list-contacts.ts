import type { InstanceId } from "../../contracts/ids.ts";
import { searchFor } from "../../domain/chats/fold.ts";
import { contactRecords } from "../../records/chats/contact.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";
import { type FoundContact, isContact } from "./read-contact.ts";

/** People read by one request to the table; at most a megabyte. */
const READ_AT_ONCE = 500;

/**
 * One page of an instance's contacts, in the order of their keys (phones, then private ids, as texts sort). A search
 * looks at the names as people's records hold them, shortened, and at phones. Spec: GET /v1/instances/{id}/contacts.
 */
export async function listContacts(
  deps: { table: Table },
  instance: InstanceId,
  { limit, offset, search }: { limit: number; offset: number; search: string | null },
): Promise<FoundContact[]> {
  const isFound = searchFor(search);
  const people: (PersonRecord & Key)[] = [];
  let passed = 0;
  let after: string | undefined;
  while (people.length < limit) {
    const { pk } = keys.person(instance, "");
    const { items, more } = await deps.table.query({ pk, limit: READ_AT_ONCE, ...(after !== undefined && { after }) });
    for (const known of items.map(personRecords.of)) {
      if (!isContact(known) || !isFound({ names: [known.name, known.contact_name], phone: phoneOf(known) })) continue;
      if (passed++ >= offset && people.length < limit) people.push(known);
    }
    after = items.at(-1)?.sk;
    if (!more || after === undefined) break;
  }
  const cold = await deps.table.getMany(people.map(({ sk }) => keys.contact(instance, sk)));
  return people.map((known) => ({
    person: known.sk,
    known,
    contact: contactRecords.among(cold, instance, known.sk),
  }));
}

/** The key is the phone when one is known. */
const phoneOf = ({ sk, phone }: PersonRecord & Key) => phone ?? (sk.includes("@") ? null : sk);

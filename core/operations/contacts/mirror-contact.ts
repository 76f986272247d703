import { changesNames, type NameNews, rankName } from "../../domain/chats/rank-name.ts";
import { contactRecords } from "../../records/chats/contact.ts";
import { nameWrites } from "../../records/chats/contact-names.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { readPerson } from "../../records/person.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Table } from "../../store/table.ts";

/**
 * How many times to attempt a change to a person's names while other processes keep changing them. In practice, far
 * fewer attempts are needed.
 */
const TRIES = 50;

/**
 * Applies a person's name as reported by the phone's address book or by the network. People saved in the address book
 * get a record. Names of people without a record, such as group members, are not stored. If a name was saved through
 * the gateway and has not reached the phone yet, it is preserved, because it will still be sent to the phone. Repeating
 * the call has no effect.
 * @param person phone digits, or a private id. @throws FenceLost. Spec: contacts, `name`.
 */
export async function mirrorContact(
  { table }: { table: Table },
  own: Owner,
  person: string,
  news: NameNews,
): Promise<void> {
  return retryOnChange(TRIES, async ({ commit }) => {
    const found = await readPerson(table, own.instance_id, person);
    if (!found.known && !(news.kind === "saved" && news.name !== null)) return;
    const contact = await contactRecords.read(table, own.instance_id, found.person);
    if (news.kind === "saved" && contact?.unmirrored_ms !== undefined) return;
    const change = rankName(found.known ?? {}, contact ?? {}, news);
    if (!changesNames(change)) return;
    const writes = nameWrites(own.instance_id, found, contact, change);
    await commit(transactFenced(table, own.instance_id, own.fence, writes));
  });
}

import { contactRecords } from "../../records/chats/contact.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { readPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused } from "../../store/table.ts";

/**
 * Records that a person changed or removed their picture, so that the picture is requested from the network the next
 * time the contact is read. Until then, lists show the stored picture. Does nothing for people whose picture was never
 * requested.
 * @param person phone digits, or a private id. @throws FenceLost. Spec: contacts, `picture_url`.
 */
export async function notePictureChange({ table }: { table: Table }, own: Owner, person: string): Promise<void> {
  const { person: key } = await readPerson(table, own.instance_id, person);
  const picture = (await contactRecords.read(table, own.instance_id, key))?.picture;
  if (!picture || picture.asked_ms === 0) return;
  const changed = {
    update: keys.contact(own.instance_id, key),
    set: { picture: { ...picture, asked_ms: 0 } },
    if: [{ item: "exists" as const }],
  };
  try {
    await transactFenced(table, own.instance_id, own.fence, [changed]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error; // removed in the meantime
  }
}

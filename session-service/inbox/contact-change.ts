import { mirrorContact } from "../../core/operations/contacts/mirror-contact.ts";
import { notePictureChange } from "../../core/operations/contacts/note-picture-change.ts";
import { findPerson, isOwn, peopleOf } from "../baileys/inbound/people.ts";
import type { ContactChange } from "../baileys/settings/contact-change.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { InboxContext } from "./inbox-context.ts";

/**
 * Stores a change to a person's name or picture. Ignores changes to our own number and to groups, because they aren't
 * contacts. @throws FenceLost
 */
export async function storeContactChange(
  { deps, owner, store }: Pick<InboxContext, "deps" | "owner" | "store">,
  { contact, other, what }: ContactChange,
): Promise<void> {
  const people = peopleOf(store);
  const party = parseParty(contact);
  if (isOwn(party, people)) return;
  const person = await findPerson(party, other === null ? null : parseParty(other), people);
  if (!person) return;
  if (what.kind === "picture") return notePictureChange(deps, owner, person.name);
  if (what.kind === "verified") return mirrorContact(deps, owner, person.name, what);
  await mirrorContact(deps, owner, person.name, { kind: "saved", name: what.name, by: "phone" });
}

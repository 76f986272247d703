import type { InstanceId } from "../../contracts/ids.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import { ApiError } from "../../errors.ts";
import { type ContactRecord, contactRecords } from "../../records/chats/contact.ts";
import { findPerson } from "../../records/named-person.ts";
import { type PersonRecord, personKey } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";

/** A person as contacts show them: their key, their record, and its rarely needed part (null: none). */
export interface FoundContact {
  person: string;
  known: PersonRecord;
  contact: ContactRecord | null;
}

/** Phones and private ids, as the network has them. */
const PERSON = /^\d{1,20}(@lid)?$/;

/**
 * The person that a path names: phone digits, with a plus or not, a private id, or the id of the chat with them.
 * @throws ApiError `not_found` for what can be nobody's.
 */
export function contactKey(given: string): string {
  const key = chatKind(given) === "other" ? given.replace(/^\+/, "") : personKey(null, given);
  if (key === null || !PERSON.test(key)) throw unknownContact();
  return key;
}

/** The answer to a contact that the instance does not have. */
export const unknownContact = () =>
  new ApiError("not_found", {
    message:
      "There is no contact with this phone or id on this instance. Give one as GET /v1/instances/{id}/contacts shows it.",
  });

/**
 * Whether somebody is a contact: saved, blocked, or in a chat at some time. A record alone says nothing, because one is
 * there for everybody whom a message waits for.
 */
export function isContact({ merged_into, ...known }: PersonRecord): boolean {
  if (merged_into !== undefined) return false;
  const { name, chat_id, last_id, last_in_at, first_out_at, blocked } = known;
  return [name, chat_id, last_id, last_in_at, first_out_at].some((field) => field !== undefined) || blocked === true;
}

/** Reads a contact by phone or private id. @throws ApiError `not_found` for somebody the instance does not know. */
export async function readContact(table: Table, instance: InstanceId, given: string): Promise<FoundContact> {
  const found = await readNames(table, instance, contactKey(given));
  if (!isContact(found.known)) throw unknownContact();
  return found;
}

/** Reads both sides of a person, whether they are a contact or not. @param key phone digits, or a private id. */
export async function readNames(table: Table, instance: InstanceId, key: string): Promise<FoundContact> {
  const { person, known } = await findPerson(table, instance, key);
  return { person, known: known ?? {}, contact: await contactRecords.read(table, instance, person) };
}

/** The name under which somebody is saved, whole; null: they are not. */
export const savedName = ({ known, contact }: FoundContact): string | null =>
  contact?.saved_by === undefined ? null : (contact.name ?? known.name ?? null);

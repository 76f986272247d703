import type { InstanceId } from "../../contracts/ids.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import { ApiError } from "../../errors.ts";
import { type ContactRecord, contactRecords } from "../../records/chats/contact.ts";
import { findPerson } from "../../records/named-person.ts";
import { type PersonRecord, personKey } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";

/** A person with the parts that contacts show: their key, their record, and its rarely needed part (null if none). */
export interface FoundContact {
  person: string;
  known: PersonRecord;
  contact: ContactRecord | null;
}

/** Phones and private ids in the network's form. */
const PERSON = /^\d{1,20}(@lid)?$/;

/**
 * Returns the key of the person whom a path names by phone digits (with or without a plus), by a private id, or by the
 * id of the chat with them.
 * @throws ApiError `not_found` for an id that no person can have.
 */
export function contactKey(given: string): string {
  const key = chatKind(given) === "other" ? given.replace(/^\+/, "") : personKey(null, given);
  if (key === null || !PERSON.test(key)) throw unknownContact();
  return key;
}

/** Builds the error for a contact that the instance does not have. */
export const unknownContact = () =>
  new ApiError("not_found", {
    message:
      "There is no contact with this phone or id on this instance. Give one as GET /v1/instances/{id}/contacts shows it.",
  });

/**
 * Whether a person is a contact: saved, blocked, or in a chat at some time. Having a record is not enough, because
 * everyone for whom a message waits has one.
 */
export function isContact({ merged_into, ...known }: PersonRecord): boolean {
  if (merged_into !== undefined) return false;
  const { name, chat_id, last_id, last_in_at, first_out_at, blocked } = known;
  return [name, chat_id, last_id, last_in_at, first_out_at].some((field) => field !== undefined) || blocked === true;
}

/** Reads a contact by phone or private id. @throws ApiError `not_found` for a person the instance does not know. */
export async function readContact(table: Table, instance: InstanceId, given: string): Promise<FoundContact> {
  const found = await readNames(table, instance, contactKey(given));
  if (!isContact(found.known)) throw unknownContact();
  return found;
}

/**
 * Reads both parts of a person's record, whether they are a contact or not. @param key phone digits, or a private id.
 */
export async function readNames(table: Table, instance: InstanceId, key: string): Promise<FoundContact> {
  const { person, known } = await findPerson(table, instance, key);
  return { person, known: known ?? {}, contact: await contactRecords.read(table, instance, person) };
}

/** The full name under which a person is saved; null if they are not. */
export const savedName = ({ known, contact }: FoundContact): string | null =>
  contact?.saved_by === undefined ? null : (contact.name ?? known.name ?? null);

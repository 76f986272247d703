import type { InstanceId } from "../../contracts/ids.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import { ApiError } from "../../errors.ts";
import { type ContactRecord, contactRecords } from "../../records/chats/contact.ts";
import { findPerson } from "../../records/named-person.ts";
import { type PersonRecord, personKey } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";

/** A person's key, their record, and the rarely needed part of the record (null if there is none). */
export interface FoundContact {
  person: string;
  known: PersonRecord;
  /** Set if there is no record of the person yet. */
  is_new?: true;
  contact: ContactRecord | null;
}

/** Matches phone numbers and private IDs in the network's format. */
const PERSON = /^\d{1,20}(@lid)?$/;

/**
 * Returns the key of the person in a request path, who is identified by phone digits (with or without a plus), a
 * private id, or a chat id.
 * @throws ApiError `not_found` if the id can't belong to a person.
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
      "There is no contact with this phone or id on this instance. Use a phone or id from GET /v1/instances/{id}/contacts.",
  });

/**
 * Whether a person is a contact: saved, blocked, or ever in a chat. Having a record isn't enough, because everyone with
 * a waiting message has one.
 */
export function isContact({ merged_into, ...known }: PersonRecord): boolean {
  if (merged_into !== undefined) return false;
  const { name, chat_id, last_id, last_in_at, first_out_at, blocked } = known;
  return [name, chat_id, last_id, last_in_at, first_out_at].some((field) => field !== undefined) || blocked === true;
}

/** Reads a contact by phone number or private id. @throws ApiError `not_found` for a person unknown to the instance. */
export async function readContact(table: Table, instance: InstanceId, given: string): Promise<FoundContact> {
  const found = await readNames(table, instance, contactKey(given));
  if (!isContact(found.known)) throw unknownContact();
  return found;
}

/**
 * Reads both parts of a person's record, whether or not the person is a contact. @param key phone digits, or a private
 * id.
 */
export async function readNames(table: Table, instance: InstanceId, key: string): Promise<FoundContact> {
  const { person, known } = await findPerson(table, instance, key);
  const contact = await contactRecords.read(table, instance, person);
  return known === null ? { person, known: {}, is_new: true, contact } : { person, known, contact };
}

/** Returns the full name that a person is saved under, or null if they are not saved. */
export const savedName = ({ known, contact }: FoundContact): string | null =>
  contact?.saved_by === undefined ? null : (contact.name ?? known.name ?? null);

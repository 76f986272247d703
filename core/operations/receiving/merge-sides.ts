import { laterTimer } from "../../domain/chats/chat-timer.ts";
import { unitedChat } from "../../domain/chats/united-chat.ts";
import { phoneChat, phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { readLastBroadcast } from "../../records/broadcasts/last-broadcast.ts";
import type { ContactRecord } from "../../records/chats/contact.ts";
import type { PersonRecord } from "../../records/person.ts";
import { unitedForm } from "../../records/person-forms.ts";

/** A person's record and its rarely needed part. Each is null if it doesn't exist. */
export interface PersonSides {
  person: PersonRecord | null;
  contact: ContactRecord | null;
}

/**
 * Two identifiers of the same person: the phone number, which is kept, and either a private id (with its `@lid`) or
 * another form of the number.
 */
export interface NamePair {
  phone: string;
  private_id: string;
}

/** Whether a pair's second identifier is another form of the phone number rather than a private id. */
export const isOtherForm = ({ private_id }: NamePair): boolean => phoneOfPerson(private_id) !== null;

/**
 * Builds a single person from two records. The result has the later reply window, the earlier first messages, the
 * higher-ranked name, and one chat. It doesn't include the number of waiting messages, which is counted where the
 * messages are stored. docs/decisions/0079.
 */
export function mergeSides(
  open: PersonSides,
  hidden: PersonSides,
  pair: NamePair,
): { person: PersonRecord; contact: ContactRecord } {
  const [phone, lid] = [open.person ?? {}, hidden.person ?? {}];
  const wroteLater = (lid.last_in_at ?? "") > (phone.last_in_at ?? "") ? lid : phone;
  const knownFirst = (lid.first_in_at ?? "~") < (phone.first_in_at ?? "~") ? lid : phone;
  const writtenFirst = (lid.first_out_at ?? "~") < (phone.first_out_at ?? "~") ? lid : phone;
  const sides = [open, hidden];
  const other = wroteLater === phone ? lid : phone;
  return {
    person: given({
      ...unitedChat(open.person, hidden.person),
      ...shortName(sides),
      phone: pair.phone,
      ...namesOf(phone, lid, pair, wroteLater.last_in_at !== undefined),
      ...unitedForm(pair.phone, [open.person, hidden.person], isOtherForm(pair) ? pair.private_id : null),
      last_in_at: wroteLater.last_in_at,
      last_in_id: wroteLater.last_in_id,
      first_in_at: knownFirst.first_in_at,
      first_out_day: writtenFirst.first_out_day,
      first_out_at: writtenFirst.first_out_at,
      chat_id: chatIdOf(knownFirst.chat_id ?? phone.chat_id ?? lid.chat_id, pair),
      contact_name: wroteLater.contact_name ?? other.contact_name,
      blocked: phone.blocked || lid.blocked || undefined,
      // An opt-out in either record counts. The person's messages count as answers to the most recent broadcast they
      // received.
      opted_out_ms: earliest(phone.opted_out_ms, lid.opted_out_ms),
      ...laterTimer(phone, lid),
      brd: (lastMs(lid) > lastMs(phone) ? lid : phone).brd,
    }),
    contact: given({
      ...hidden.contact,
      ...open.contact,
      ...wholeName(sides),
      business: open.contact?.business || hidden.contact?.business || undefined,
    }),
  };
}

/**
 * Returns the merged person's identifiers. Since another form of a phone number isn't a private id, each of the two
 * records may have a private id.
 */
function namesOf(open: PersonRecord, hidden: PersonRecord, pair: NamePair, hasWritten: boolean): Partial<PersonRecord> {
  const isNamed = open.own_form === true || isOtherForm(pair);
  return given({
    private_id: isOtherForm(pair) ? (open.private_id ?? hidden.private_id) : pair.private_id,
    ...(isNamed && !hasWritten && { own_form: true as const }),
  });
}

/** Returns the chat id for the phone number, in the network's form. */
const chatIdOf = (chatId: string | undefined, { phone, private_id }: NamePair) =>
  chatId === phoneChat(private_id) ? phoneChat(phone) : chatId;

const earliest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

const lastMs = ({ brd }: PersonRecord) => readLastBroadcast(brd)?.ms ?? 0;

/**
 * Chooses the short name. A saved name takes precedence over a name verified by the network. If both names are saved,
 * the name under the phone number wins, as in address books.
 */
function shortName(sides: PersonSides[]): { name: string | undefined; verified: PersonRecord["verified"] } {
  const saved = sides.find(isSaved);
  const verified = sides.find(({ person }) => person?.verified !== undefined);
  if (saved) return { name: saved.person?.name, verified: verified && "behind" };
  return { name: verified?.person?.name, verified: verified?.person?.verified };
}

/** Picks one saved name as a whole, along with who saved it. */
function wholeName(sides: PersonSides[]): { [K in keyof ContactRecord]: ContactRecord[K] | undefined } {
  const saved = sides.find(isSaved)?.contact;
  const [first, second] = sides.map(({ contact }) => contact?.rev ?? 0);
  return {
    name: saved?.name,
    saved_by: saved?.saved_by,
    unmirrored_ms: saved?.unmirrored_ms,
    rev: (first ?? 0) + (second ?? 0) + 1,
  };
}

const isSaved = ({ person }: PersonSides) => person?.name !== undefined && person.verified !== "shown";

/** Returns the fields that have a value, without the key fields. */
function given<T extends object>({ pk: _, sk: __, ...fields }: T & { pk?: unknown; sk?: unknown }): T {
  const some = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(some) as T; // the same fields without undefined ones
}

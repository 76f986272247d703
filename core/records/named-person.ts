import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { phoneOfPerson } from "../domain/messages/chat-id.ts";
import { hasOneOwner, otherForm } from "../domain/messages/written-forms.ts";
import { keys } from "../store/keys.ts";
import { readAhead } from "../store/read-ahead.ts";
import type { Key, Table } from "../store/table.ts";
import { type FoundPerson, type PersonRecord, personRecords, readPerson } from "./person.ts";

/** A person as a request names them: under the network's form of their number, when that is known. */
export interface NamedPerson extends FoundPerson {
  /** The requested phone, digits; null: it is the one under which they are known, or it is no phone. */
  asked: string | null;
  /** The network has said that the person is known under this form, or they have written from it. */
  is_sure: boolean;
  /** The form that was asked for has a chat of its own still, from before it was known that both are one person's. */
  has_earlier_chat?: true;
}

/** Whether a person is known to have this form: they wrote by it, or the network named it. */
const isTheirs = (known: PersonRecord | null): boolean => known?.last_in_at !== undefined || known?.own_form === true;

/**
 * Of a number's two forms the one under which its person is known. People who wrote are known for certain; when both
 * wrote, they are different people, as with an Argentine landline and a mobile.
 * @param asked the record of the requested form. @param other that of the other form.
 */
export function isOther(asked: PersonRecord | null, other: PersonRecord | null): boolean {
  if (other === null || other.merged_into !== undefined) return false;
  if (asked?.last_in_at !== undefined) return false;
  if (isTheirs(other)) return asked?.own_form !== true;
  return asked === null;
}

/**
 * Whether the chat of one form may become part of the other's without a question to the network: by their country's
 * plan both have one owner, who is known by the other form alone. docs/decisions/0156, 0166.
 */
export const mayJoin = (form: string, phone: string, known: PersonRecord | null, other: PersonRecord | null): boolean =>
  hasOneOwner(form) &&
  otherForm(form) === phone &&
  isJoinable(known) &&
  !isTheirs(known) &&
  isJoinable(other) &&
  isTheirs(other);

const isJoinable = (known: PersonRecord | null): boolean => known !== null && known.merged_into === undefined;

/**
 * Finds the person whom a request names by a phone, in whichever of its forms, or by a private id. It asks nobody: what
 * is stored decides. One read for somebody who is known to have this number, and for numbers with one form; two for
 * others. Spec: Message, `phone`; docs/decisions/0155.
 * @param named phone digits, or a private id.
 */
export async function findPerson(table: Table, instance: InstanceId, named: string): Promise<NamedPerson> {
  return settled(table, instance, named, await readPerson(table, instance, named));
}

/**
 * The same for many, in the order given: one request for all, another for the people and forms that these lead to. A
 * read for each, two where the first does not decide.
 */
export async function findPeople(table: Table, instance: InstanceId, named: readonly string[]): Promise<NamedPerson[]> {
  const places = (people: readonly string[]) => [...new Set(people)].map((one) => keys.person(instance, one));
  const items = named.length === 0 ? [] : await table.getMany(places(named));
  const read = named.map((one): FoundPerson => ({ person: one, known: personRecords.among(items, instance, one) }));
  const next = read.flatMap(({ person, known }) => known?.merged_into ?? formToRead(person, { person, known }) ?? []);
  const ahead = next.length === 0 ? [] : await table.getMany(places(next));
  return read.map(({ person, known }) => {
    const moved = known?.merged_into;
    if (moved === undefined) {
      const form = formToRead(person, { person, known });
      return decided(person, { person, known }, form === null ? null : personRecords.among(ahead, instance, form));
    }
    return decided(person, { person: moved, known: personRecords.among(ahead, instance, moved) }, null);
  });
}

/**
 * The same for somebody who is about to get a message. Somebody who never wrote nearly always gets a first one: what
 * else is read for that comes in one request with the record of the other form. A reply reads no other form.
 * @param others what placing a first message reads. @returns the person, and a table that has read ahead what will be
 * asked of it.
 */
export async function findRecipient(
  table: Table,
  instance: InstanceId,
  named: string,
  others: readonly Key[],
): Promise<{ found: NamedPerson; table: Table }> {
  const read = await readPerson(table, instance, named);
  if (read.known?.last_in_at !== undefined) return { found: await settled(table, instance, named, read), table };
  const form = formToRead(named, read);
  const ahead = await readAhead(table, [...others, ...(form === null ? [] : [keys.person(instance, form)])]);
  return { found: await settled(ahead, instance, named, read), table: ahead };
}

/** The other form whose record decides whose number it is; null: that is known, or the number has one form. */
const formToRead = (named: string, { person, known }: FoundPerson): string | null =>
  person !== named || isTheirs(known) ? null : otherForm(named);

async function settled(table: Table, instance: InstanceId, named: string, found: FoundPerson): Promise<NamedPerson> {
  const form = formToRead(named, found);
  return decided(named, found, form === null ? null : await personRecords.read(table, instance, form));
}

/** @param other the record of the form that `formToRead` says; null: there is none. */
function decided(named: string, found: FoundPerson, other: PersonRecord | null): NamedPerson {
  if (found.person !== named) return { ...found, asked: phoneOfPerson(named), is_sure: true };
  const form = other === null ? null : otherForm(named);
  if (form === null || !isOther(found.known, other)) return { ...found, asked: null, is_sure: isTheirs(found.known) };
  const hasEarlier = mayJoin(named, form, found.known, other);
  const isKnown = { person: form, known: other, asked: named, is_sure: isTheirs(other) };
  return { ...isKnown, ...(hasEarlier && { has_earlier_chat: true as const }) };
}

/** The form that the network named for another one within the last 30 days; null: it named none, or longer ago. */
export async function namedForm(table: Table, instance: InstanceId, phone: string, now: Date): Promise<string | null> {
  const { merged_into, named_ms = 0 } = (await personRecords.read(table, instance, phone)) ?? {};
  const isFresh = named_ms > now.getTime() - LIMITS.numberFormKeptDays * DAY_MS;
  return merged_into !== undefined && isFresh ? merged_into : null;
}

/** The fields of a message that hold the requested form, when its person is known under another one. */
export const formFields = (found: NamedPerson | null) => ({
  ...(found?.asked && { to_asked: found.asked }),
  ...(found?.asked && found.is_sure && { form_known: true as const }),
});

/** Whether these forms of a number lead to one person. */
export async function areOnePerson(table: Table, instance: InstanceId, forms: readonly string[]): Promise<boolean> {
  const found = await findPeople(table, instance, forms);
  return new Set(found.map(({ person }) => person)).size === 1;
}

/**
 * People as the network's requests name them: each phone in the form by which its person is known, in the given order.
 * @param named phone digits, or private ids. @returns the same form twice for somebody named by both.
 */
export async function inKnownForms(table: Table, instance: InstanceId, named: readonly string[]): Promise<string[]> {
  const phones = named.filter((one) => phoneOfPerson(one) !== null);
  const found = await findPeople(table, instance, phones);
  const forms = new Map(phones.map((one, n) => [one, found[n]?.person ?? one]));
  return named.map((one) => forms.get(one) ?? one);
}

/**
 * People as a group has them: by the given form when a member has it, else in the form by which their person is known,
 * or in the other one of that when a member has it. A form that is known to be somebody else's, as an Argentine
 * landline's may be, leads to no member.
 * @param named phone digits, or private ids. @param readMembers whose answer says whether a phone is a member's; called
 * only for numbers with two forms. @returns the same form twice for somebody named by both.
 */
export async function inMemberForms(
  table: Table,
  instance: InstanceId,
  named: readonly string[],
  readMembers: () => Promise<(phone: string) => boolean>,
): Promise<string[]> {
  const phones = [...new Set(named.filter((one) => phoneOfPerson(one) !== null))];
  const found = await findPeople(table, instance, phones);
  const haveTwo = [...phones, ...found.map(({ person }) => person)].some((phone) => otherForm(phone) !== null);
  const isMember = haveTwo ? await readMembers() : () => false;
  const forms = new Map(
    found.map((one, n) => [phones[n] ?? one.person, memberForm(phones[n] ?? one.person, one, isMember)]),
  );
  return named.map((one) => forms.get(one) ?? one);
}

function memberForm(given: string, { person, known }: NamedPerson, isMember: (phone: string) => boolean): string {
  if (isMember(given) || isMember(person)) return isMember(given) ? given : person;
  const other = otherForm(person);
  const isTheSame = hasOneOwner(person) || !isTheirs(known) || known?.form === "";
  return other !== null && isTheSame && isMember(other) ? other : person;
}

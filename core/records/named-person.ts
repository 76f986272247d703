import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { phoneOfPerson } from "../domain/messages/chat-id.ts";
import { hasOneOwner, otherForm } from "../domain/messages/written-forms.ts";
import { keys } from "../store/keys.ts";
import { readAhead } from "../store/read-ahead.ts";
import type { Key, Table } from "../store/table.ts";
import { type FoundPerson, type PersonRecord, personRecords, readPerson } from "./person.ts";

/** A person named by a request, under the network's form of their number if it is known. */
export interface NamedPerson extends FoundPerson {
  /** The requested phone's digits; null if the person is known under it, or it is not a phone. */
  asked: string | null;
  /** Whether the network has confirmed that the person is known under this form, or they have written from it. */
  is_sure: boolean;
  /** Whether the requested form still has its own chat, from before both forms were known to be one person's. */
  has_earlier_chat?: true;
}

/** Whether a person is known to have this form, because they wrote from it or the network named it. */
const isTheirs = (known: PersonRecord | null): boolean => known?.last_in_at !== undefined || known?.own_form === true;

/**
 * Whether a number's person is known under the other of its two forms. People who wrote are known for certain; if
 * people wrote from both forms, they are different people, as with an Argentine landline and a mobile.
 * @param asked the record of the requested form. @param other that of the other form.
 */
export function isOther(asked: PersonRecord | null, other: PersonRecord | null): boolean {
  if (other === null || other.merged_into !== undefined) return false;
  if (asked?.last_in_at !== undefined) return false;
  if (isTheirs(other)) return asked?.own_form !== true;
  return asked === null;
}

/**
 * Whether one form's chat may be merged into the other's without asking the network: by their country's plan both have
 * one owner, who is known only under the other form. docs/decisions/0156, 0166.
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
 * Finds the person whom a request names by a phone, in any of its forms, or by a private id, from stored data alone.
 * Costs one read for someone known to have this number and for numbers with one form, otherwise two. Spec: Message,
 * `phone`; docs/decisions/0155.
 * @param named phone digits, or a private id.
 */
export async function findPerson(table: Table, instance: InstanceId, named: string): Promise<NamedPerson> {
  return settled(table, instance, named, await readPerson(table, instance, named));
}

/**
 * Like `findPerson` for many, in the given order, with one request for all, and another for the people and forms to
 * which these lead. Costs a read for each, or two if the first does not decide.
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
 * Like `findPerson` for someone who is about to get a message. Someone who never wrote nearly always gets a first
 * message, so the other reads for it share one request with the other form's record. A reply reads no other form.
 * @param others what placing a first message reads. @returns the person, and a table that has read ahead.
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

/**
 * Returns the other form, whose record decides to whom the number belongs; null if that is known, or the number has one
 * form.
 */
const formToRead = (named: string, { person, known }: FoundPerson): string | null =>
  person !== named || isTheirs(known) ? null : otherForm(named);

async function settled(table: Table, instance: InstanceId, named: string, found: FoundPerson): Promise<NamedPerson> {
  const form = formToRead(named, found);
  return decided(named, found, form === null ? null : await personRecords.read(table, instance, form));
}

/**
 * Decides under which form the person is named. @param other the record of the form from `formToRead`; null if there is
 * none.
 */
function decided(named: string, found: FoundPerson, other: PersonRecord | null): NamedPerson {
  if (found.person !== named) return { ...found, asked: phoneOfPerson(named), is_sure: true };
  const form = other === null ? null : otherForm(named);
  if (form === null || !isOther(found.known, other)) return { ...found, asked: null, is_sure: isTheirs(found.known) };
  const hasEarlier = mayJoin(named, form, found.known, other);
  const isKnown = { person: form, known: other, asked: named, is_sure: isTheirs(other) };
  return { ...isKnown, ...(hasEarlier && { has_earlier_chat: true as const }) };
}

/** Reads the form that the network named for another one in the last 30 days; null if it named none. */
export async function namedForm(table: Table, instance: InstanceId, phone: string, now: Date): Promise<string | null> {
  const { merged_into, named_ms = 0 } = (await personRecords.read(table, instance, phone)) ?? {};
  const isFresh = named_ms > now.getTime() - LIMITS.numberFormKeptDays * DAY_MS;
  return merged_into !== undefined && isFresh ? merged_into : null;
}

/** Returns the fields of a message with the requested form, if its person is known under another one. */
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
 * Names people for requests to the network: each phone in the form known for its person, in the given order.
 * @param named phone digits, or private ids. @returns the same form twice for a person who is named by both.
 */
export async function inKnownForms(table: Table, instance: InstanceId, named: readonly string[]): Promise<string[]> {
  const phones = named.filter((one) => phoneOfPerson(one) !== null);
  const found = await findPeople(table, instance, phones);
  const forms = new Map(phones.map((one, n) => [one, found[n]?.person ?? one]));
  return named.map((one) => forms.get(one) ?? one);
}

/**
 * Names people as a group does: by the given form if a member has it, otherwise by the form known for the person, or by
 * its other form if a member has that. A form that is known to be someone else's, as an Argentine landline's may be,
 * leads to no member.
 * @param named phone digits, or private ids. @param readMembers resolves to a function that checks whether a phone is a
 * member's; called only for numbers with two forms. @returns the same form twice for a person who is named by both.
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

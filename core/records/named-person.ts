import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { phoneOfPerson } from "../domain/messages/chat-id.ts";
import { hasOneOwner, otherForm } from "../domain/messages/written-forms.ts";
import { keys } from "../store/keys.ts";
import { readAhead } from "../store/read-ahead.ts";
import type { Key, Table } from "../store/table.ts";
import { type FoundPerson, type PersonRecord, personRecords, readPerson } from "./person.ts";

/** The person identified by a request, under the network's form of their number if that form is recorded. */
export interface NamedPerson extends FoundPerson {
  /** The digits of the requested phone, or null if that is the person's recorded phone or no phone was requested. */
  asked: string | null;
  /** Whether it is certain that the person uses this form, because the network confirmed it or they wrote from it. */
  is_sure: boolean;
  /** Set if the requested form still has its own chat, from before both forms were known to belong to one person. */
  has_earlier_chat?: true;
}

/** Whether it is certain that a person uses this form, because they wrote from it or the network reported it. */
const isTheirs = (known: PersonRecord | null): boolean => known?.last_in_at !== undefined || known?.own_form === true;

/**
 * Whether the person with a number is recorded under the other of the number's two forms. If someone has written from a
 * form, that form is certain. If messages have come from both forms, the forms belong to different people, as can
 * happen with an Argentine landline and a mobile number.
 * @param asked the requested form's record. @param other the other form's record.
 */
export function isOther(asked: PersonRecord | null, other: PersonRecord | null): boolean {
  if (other === null || other.merged_into !== undefined) return false;
  if (asked?.last_in_at !== undefined) return false;
  if (isTheirs(other)) return asked?.own_form !== true;
  return asked === null;
}

/**
 * Whether the chat under one form can be merged into the chat under the other form without querying the network. This
 * is the case if the country's numbering plan assigns both forms to the same owner, and that person is recorded only
 * under the other form. docs/decisions/0156, 0166.
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
 * Finds the person that a request identifies by a phone, in any of its forms, or by a private id. Uses stored data
 * only. Costs one read if it is certain that the person uses the number or if the number has a single form, and two
 * reads otherwise. Spec: Message, `phone`; docs/decisions/0155.
 * @param named phone digits or a private id.
 */
export async function findPerson(table: Table, instance: InstanceId, named: string): Promise<NamedPerson> {
  return settled(table, instance, named, await readPerson(table, instance, named));
}

/**
 * Works like `findPerson` for many people, and returns them in the same order. Makes one request for all of them, and
 * another for the people and forms that their records lead to. Costs one read per person, or two if the first is
 * inconclusive.
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
 * Like `findPerson`, for a person about to be messaged. Someone who has never written almost always gets a first
 * message, so the other reads that a first message needs are combined with the read of the other form's record. For a
 * reply, the other form isn't read.
 * @param others the keys needed to place a first message. @returns the person, and a table that has already read these
 * keys.
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
 * Returns the other form of a number if its record is needed to decide who the number belongs to. Returns null if that
 * is already certain, or if the number has only one form.
 */
const formToRead = (named: string, { person, known }: FoundPerson): string | null =>
  person !== named || isTheirs(known) ? null : otherForm(named);

async function settled(table: Table, instance: InstanceId, named: string, found: FoundPerson): Promise<NamedPerson> {
  const form = formToRead(named, found);
  return decided(named, found, form === null ? null : await personRecords.read(table, instance, form));
}

/**
 * Decides which form the person is recorded under. @param other the record of the form from `formToRead`, or null if
 * there is none.
 */
function decided(named: string, found: FoundPerson, other: PersonRecord | null): NamedPerson {
  if (found.person !== named) return { ...found, asked: phoneOfPerson(named), is_sure: true };
  const form = other === null ? null : otherForm(named);
  if (form === null || !isOther(found.known, other)) return { ...found, asked: null, is_sure: isTheirs(found.known) };
  const hasEarlier = mayJoin(named, form, found.known, other);
  const isKnown = { person: form, known: other, asked: named, is_sure: isTheirs(other) };
  return { ...isKnown, ...(hasEarlier && { has_earlier_chat: true as const }) };
}

/**
 * Reads the form that the network has reported in place of this one in the last 30 days, or returns null if there is
 * none.
 */
export async function namedForm(table: Table, instance: InstanceId, phone: string, now: Date): Promise<string | null> {
  const { merged_into, named_ms = 0 } = (await personRecords.read(table, instance, phone)) ?? {};
  const isFresh = named_ms > now.getTime() - LIMITS.numberFormKeptDays * DAY_MS;
  return merged_into !== undefined && isFresh ? merged_into : null;
}

/** Returns the message fields that contain the requested form, if the recipient is recorded under another form. */
export const formFields = (found: NamedPerson | null) => ({
  ...(found?.asked && { to_asked: found.asked }),
  ...(found?.asked && found.is_sure && { form_known: true as const }),
});

/** Whether all of these forms of a number lead to the same person. */
export async function areOnePerson(table: Table, instance: InstanceId, forms: readonly string[]): Promise<boolean> {
  const found = await findPeople(table, instance, forms);
  return new Set(found.map(({ person }) => person)).size === 1;
}

/**
 * Converts people for requests to the network: each phone is replaced by the person's recorded form. The order stays
 * the same.
 * @param named phone digits or private ids. @returns the same form twice if a person was listed in both forms.
 */
export async function inKnownForms(table: Table, instance: InstanceId, named: readonly string[]): Promise<string[]> {
  const phones = named.filter((one) => phoneOfPerson(one) !== null);
  const found = await findPeople(table, instance, phones);
  const forms = new Map(phones.map((one, n) => [one, found[n]?.person ?? one]));
  return named.map((one) => forms.get(one) ?? one);
}

/**
 * Converts people to the forms used by a group: the requested form if a member has it; otherwise the person's recorded
 * form, or its other form if a member has that. A form that is certain to belong to someone else, which is possible
 * with an Argentine landline, doesn't lead to any member.
 * @param named phone digits or private ids. @param readMembers resolves to a function that checks whether a phone
 * belongs to a member. Called only for numbers with two forms. @returns the same form twice if a person was listed in
 * both forms.
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

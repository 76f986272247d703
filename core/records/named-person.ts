import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { otherForm } from "../domain/messages/written-forms.ts";
import type { Table } from "../store/table.ts";
import { type FoundPerson, type PersonRecord, personRecords, readPerson } from "./person.ts";

/** A person as a request names them: under the network's form of their number, when that is known. */
export interface NamedPerson extends FoundPerson {
  /** The requested phone, digits; null: it is the one under which they are known, or it is no phone. */
  asked: string | null;
  /** The network has said that the person is known under this form, or they have written from it. */
  is_sure: boolean;
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
 * Finds the person whom a request names by a phone, in whichever of its forms, or by a private id. It asks nobody: what is
 * stored decides. One read for somebody who wrote by this number, and for numbers with one form; two for others.
 * Spec: Message, `phone`; docs/decisions/0155.
 * @param named phone digits, or a private id.
 */
export async function findPerson(table: Table, instance: InstanceId, named: string): Promise<NamedPerson> {
  return settled(table, instance, named, await readPerson(table, instance, named));
}

async function findPeople(table: Table, instance: InstanceId, named: readonly string[]): Promise<NamedPerson[]> {
  return Promise.all(named.map((one) => findPerson(table, instance, one)));
}

async function settled(table: Table, instance: InstanceId, named: string, found: FoundPerson): Promise<NamedPerson> {
  if (found.person !== named) return { ...found, asked: named.includes("@") ? null : named, is_sure: true };
  const form = found.known?.last_in_at === undefined ? otherForm(named) : null;
  const other = form === null ? null : await personRecords.read(table, instance, form);
  if (form === null || !isOther(found.known, other)) return { ...found, asked: null, is_sure: isTheirs(found.known) };
  return { person: form, known: other, asked: named, is_sure: isTheirs(other) };
}

/**
 * The other forms of a phone that are known to be the same person's: what was written to them before that was known is
 * listed there. One read for a number with two forms, none for others.
 */
export async function mergedForms(table: Table, instance: InstanceId, phone: string): Promise<string[]> {
  const form = otherForm(phone);
  if (form === null) return [];
  return (await personRecords.read(table, instance, form))?.merged_into === phone ? [form] : [];
}

/** The form that the network named for another one within the last 30 days; null: it named none, or longer ago. */
export async function namedForm(table: Table, instance: InstanceId, phone: string, now: Date): Promise<string | null> {
  if (otherForm(phone) === null) return null;
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
 * A read or two for each number with two forms, none for others.
 * @param named phone digits, or private ids. @returns the same form twice for somebody named by both.
 */
export async function inKnownForms(table: Table, instance: InstanceId, named: readonly string[]): Promise<string[]> {
  const forms = async (one: string) => {
    if (otherForm(one) === null) return one;
    return (await findPerson(table, instance, one)).person;
  };
  return Promise.all(named.map(forms));
}

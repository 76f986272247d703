import { otherForm } from "../../domain/messages/written-forms.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { findPerson } from "../../records/named-person.ts";
import type { Owner } from "../../records/owner.ts";
import { mergePerson } from "./merge-person.ts";

/**
 * Queries the network for its forms of these phones (digits); null if the number is not there. Answers about all of
 * them, or throws.
 */
export type FormsQuestion = (phones: string[]) => Promise<ReadonlyMap<string, string | null>>;

/**
 * Returns people as the network knows them. Queries it, all at once, about those with a two-form number of whom nothing
 * certain is known. Stores the answer before using it, so that nobody is queried again. A person who is not there keeps
 * the given form. Spec: Message, `phone`; docs/decisions/0155.
 * @param people phone digits, or private ids. @returns the people in the given order; the same form twice for a person
 * named by both. @throws FenceLost, and the errors of the query, in which case nothing was changed.
 */
export async function askForms(
  deps: LaneDeps,
  own: Owner,
  people: readonly string[],
  question: FormsQuestion,
): Promise<string[]> {
  const { table } = deps;
  const find = (one: string) =>
    otherForm(one) === null ? { person: one, is_sure: true } : findPerson(table, own.instance_id, one);
  const found = await Promise.all(people.map(find));
  const unsure = new Set(found.filter(({ is_sure }) => !is_sure).map(({ person }) => person));
  if (unsure.size === 0) return found.map(({ person }) => person);
  const told = await question([...unsure]);
  for (const phone of unsure) {
    const form = told.get(phone) ?? phone;
    // One after the other, because each claims the same fence.
    if (form !== phone) await mergePerson(deps, own, { phone: form, private_id: phone });
  }
  return found.map(({ person }) => told.get(person) ?? person);
}

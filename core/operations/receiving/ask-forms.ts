import { otherForm } from "../../domain/messages/written-forms.ts";
import { findPerson } from "../../records/named-person.ts";
import type { Owner } from "../../records/owner.ts";
import { type MergeDeps, mergePerson } from "./merge-person.ts";

/**
 * Queries the network for its forms of the phone numbers (digits). A number that isn't on the network maps to null.
 * Returns results for all of the numbers, or throws.
 */
export type FormsQuestion = (phones: string[]) => Promise<ReadonlyMap<string, string | null>>;

/**
 * Resolves people to the network's forms of their numbers. If a number has two forms and it isn't certain which one is
 * the person's, the network is queried, with a single query for all such people. The result is stored before it is
 * used, so each person is queried only once. A person who is not on the network keeps the original form. Spec: Message,
 * `phone`; docs/decisions/0155.
 * @param people phone digits or private ids. @returns the people in the same order; a person listed under both forms
 * appears twice. @throws FenceLost, and the query's errors, in which case nothing was changed.
 */
export async function askForms(
  deps: MergeDeps,
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
    // Merge people sequentially, because every merge uses the same fence.
    if (form !== phone) await mergePerson(deps, own, { phone: form, private_id: phone });
  }
  return found.map(({ person }) => told.get(person) ?? person);
}

import type { InstanceId } from "../../contracts/ids.ts";
import { phoneOfMember } from "../../domain/groups/united-members.ts";
import { inMemberForms } from "../../records/named-person.ts";
import type { Table } from "../../store/table.ts";
import { readMembers } from "./read-members.ts";
import type { FoundGroup } from "./require-group.ts";

/**
 * Finds the people in a group request, without duplicates. Each person is returned in the form that is already known or
 * that the group lists, even if they have never sent a message. The group's members are read only if a number has two
 * forms.
 * @param given phone digits, or private ids. Spec: POST …/groups/{group}/participants; docs/decisions/0155.
 */
export async function findPeople(
  table: Table,
  instance: InstanceId,
  found: Pick<FoundGroup, "group" | "record">,
  given: readonly string[],
): Promise<string[]> {
  const people = await inMemberForms(table, instance, given, async () => {
    const phones = new Set((await readMembers(table, instance, found)).map(phoneOfMember));
    return (phone) => phones.has(phone);
  });
  return [...new Set(people)];
}

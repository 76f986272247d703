import type { InstanceId } from "../../contracts/ids.ts";
import { findInBook, type MemberBook, memberBook } from "../../domain/groups/united-members.ts";
import { phoneChat } from "../../domain/messages/chat-id.ts";
import { otherForm } from "../../domain/messages/written-forms.ts";
import { inKnownForms } from "../../records/named-person.ts";
import type { Table } from "../../store/table.ts";
import { readMembers } from "./read-members.ts";
import type { FoundGroup } from "./require-group.ts";

/**
 * Finds people as a group's requests name them, each once: in the form by which their person is known, or by which the
 * group has them as a member, who need not have written. The members are read only for a number with two forms.
 * @param given phone digits, or private ids. Spec: POST …/groups/{group}/participants; docs/decisions/0155.
 */
export async function findPeople(
  table: Table,
  instance: InstanceId,
  found: Pick<FoundGroup, "group" | "record">,
  given: readonly string[],
): Promise<string[]> {
  const known = await inKnownForms(table, instance, given);
  if (known.every((one) => otherForm(one) === null)) return [...new Set(known)];
  const book = memberBook(await readMembers(table, instance, found));
  return [...new Set(known.map((one) => asMember(book, one)))];
}

function asMember(book: MemberBook, one: string): string {
  const other = otherForm(one);
  const isIn = (phone: string) => findInBook(book, { id: phoneChat(phone), phone }).length > 0;
  return other !== null && !isIn(one) && isIn(other) ? other : one;
}

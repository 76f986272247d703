import type { InstanceId } from "../../contracts/ids.ts";
import type { GroupMember } from "../../domain/groups/group.ts";
import { findInBook, memberBook } from "../../domain/groups/united-members.ts";
import type { GroupRecord } from "../../records/chats/group.ts";
import { membersOn, readGroupRows } from "../../records/chats/group-members.ts";
import type { Table } from "../../store/table.ts";

/** The members of a group, each person once, in no order; none when nobody has told them yet. */
export async function readMembers(
  table: Table,
  instance: InstanceId,
  { group, record }: { group: string; record: GroupRecord },
): Promise<GroupMember[]> {
  const members = membersOn(await readGroupRows(table, instance, group), record.member_pages) ?? [];
  return [...memberBook(members).members.values()];
}

/** A person as they were given, and as a group has them; null: they are no member as far as we know. */
export interface FoundMember {
  person: string;
  member: GroupMember | null;
}

/** Looks for people among a group's members. @param people phone digits, or private ids. */
export async function findMembers(
  table: Table,
  instance: InstanceId,
  found: { group: string; record: GroupRecord },
  people: readonly string[],
): Promise<FoundMember[]> {
  const book = memberBook(await readMembers(table, instance, found));
  return people.map((person) => {
    const phone = /^\d+$/.test(person) ? person : null;
    return { person, member: findInBook(book, { id: person, phone })[0] ?? null };
  });
}

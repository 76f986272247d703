import type { InstanceId } from "../../contracts/ids.ts";
import type { GroupMember } from "../../domain/groups/group.ts";
import { findInBook, type MemberBook, memberBook } from "../../domain/groups/united-members.ts";
import type { GroupRecord } from "../../records/chats/group.ts";
import { membersOn, readGroupRows } from "../../records/chats/group-members.ts";
import { personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * Reads a group's members, without duplicates and in no particular order. Returns an empty list if the network hasn't
 * reported the members yet.
 */
export async function readMembers(
  table: Table,
  instance: InstanceId,
  { group, record }: { group: string; record: GroupRecord },
): Promise<GroupMember[]> {
  const members = membersOn(await readGroupRows(table, instance, group), record.member_pages) ?? [];
  return [...memberBook(members).members.values()];
}

/**
 * A person as identified by the caller, and the same person as listed by the group (null if they aren't a known
 * member).
 */
export interface FoundMember {
  person: string;
  member: GroupMember | null;
}

/** Finds people among a group's members. @param people phone digits, or private ids. */
export async function findMembers(
  table: Table,
  instance: InstanceId,
  found: { group: string; record: GroupRecord },
  people: readonly string[],
): Promise<FoundMember[]> {
  return findAmong(table, instance, await readMembers(table, instance, found), people);
}

/** Like `findMembers`, but searches members that have just been read from the network. */
export async function findAmong(
  table: Table,
  instance: InstanceId,
  members: readonly GroupMember[],
  people: readonly string[],
): Promise<FoundMember[]> {
  const book = memberBook(members);
  const named = people.map((person) => {
    const phone = /^\d+$/.test(person) ? person : null;
    return { person, member: findInBook(book, { id: person, phone })[0] ?? null };
  });
  const unseen = named.filter(({ member }) => member === null).map(({ person }) => keys.person(instance, person));
  const known = unseen.length === 0 ? [] : (await table.getMany(unseen)).map(personRecords.of);
  const others = new Map(known.map(({ sk, private_id, merged_into }) => [sk, { id: private_id, phone: merged_into }]));
  return named.map(({ person, member }) => ({ person, member: member ?? byOther(book, others.get(person)) }));
}

/** Finds a member whom the group lists under the person's other ID. */
function byOther(book: MemberBook, other: { id?: string; phone?: string } | undefined): GroupMember | null {
  if (!other?.id && !other?.phone) return null;
  return findInBook(book, { id: other.id ?? "", phone: other.phone ?? null })[0] ?? null;
}

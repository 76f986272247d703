import type { InstanceId } from "../../contracts/ids.ts";
import type { GroupMember } from "../../domain/groups/group.ts";
import { privateUserOf } from "../../domain/messages/chat-id.ts";
import { personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * The maximum number of members to look up. Each look-up costs a read, and a group with a thousand hidden members must
 * not cost a thousand reads.
 */
const LOOKED_UP_MAX = 100;

/**
 * Adds members' phone numbers that have become known in the meantime: the group may have been reported before the
 * number behind a private id was known. Only the first hundred hidden members are looked up.
 */
export async function findHiddenMembers(
  table: Table,
  instance: InstanceId,
  members: GroupMember[],
): Promise<GroupMember[]> {
  const hidden = members.filter(({ id, phone }) => phone === null && privateUserOf(id) !== null);
  if (hidden.length === 0) return members;
  const looked = hidden.slice(0, LOOKED_UP_MAX).map(({ id }) => keys.person(instance, id));
  const known = (await table.getMany(looked)).map(personRecords.of);
  const phones = new Map(known.flatMap(({ sk, merged_into }) => (merged_into ? [[sk, merged_into] as const] : [])));
  return members.map((one) => ({ ...one, phone: one.phone ?? phones.get(one.id) ?? null }));
}

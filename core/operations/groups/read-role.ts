import type { InstanceId } from "../../contracts/ids.ts";
import type { GroupMember, GroupRole } from "../../domain/groups/group.ts";
import type { ChatRole } from "../../domain/messages/who-may.ts";
import { groupRecords } from "../../records/chats/group.ts";
import { groupLists, isGroupOfLink } from "../../records/chats/group-list.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { type FoundMember, findAmong, findMembers } from "./read-members.ts";

/** A participant in a group: either the phone digits and private IDs of one person, or the instance's own number. */
export type WhoInGroup = readonly string[] | "us";

/** A group as just returned by the network. */
export interface AnsweredGroup {
  members: GroupMember[];
  /** The role of the instance's own number, or null if it is not a member. */
  my_role: GroupRole | null;
}

/**
 * Returns a participant's role according to the stored copy of the group. `unknown` means that there is no copy, that
 * it is from an earlier link, or that it lacks a person whose actions in the group the network has delivered.
 */
export async function readRole(table: Table, instance: InstanceId, group: string, who: WhoInGroup): Promise<ChatRole> {
  const items = await table.getMany([keys.group(instance, group), keys.groupList(instance), keys.instance(instance)]);
  const record = groupRecords.among(items, instance, group);
  const owner = instanceRecords.among(items, instance);
  if (!record || !owner || !isGroupOfLink(groupLists.among(items, instance), owner, record)) return "unknown";
  if (who === "us") return roleAs(record.my_role) ?? "unknown";
  return highestOf(await findMembers(table, instance, { group, record }, who)) ?? "unknown";
}

/**
 * Returns a participant's role according to the network's response. Anyone who isn't in the response is not a member.
 */
export async function roleAmong(
  table: Table,
  instance: InstanceId,
  { members, my_role }: AnsweredGroup,
  who: WhoInGroup,
): Promise<ChatRole> {
  if (who === "us") return roleAs(my_role ?? undefined) ?? "outsider";
  return highestOf(await findAmong(table, instance, members, who)) ?? "outsider";
}

function highestOf(found: FoundMember[]): ChatRole | undefined {
  const roles = found.flatMap(({ member }) => roleAs(member?.role) ?? []);
  return roles.includes("admin") ? "admin" : roles[0];
}

const roleAs = (role: GroupRole | undefined): ChatRole | null =>
  role === undefined ? null : role === "member" ? "member" : "admin";

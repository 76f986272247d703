import { LIMITS } from "../../contracts/limits.ts";
import { isGroup } from "../../domain/messages/chat-id.ts";
import { ApiError } from "../../errors.ts";
import { type GroupRecord, groupRecords } from "../../records/chats/group.ts";
import { areGroupsOfLink, groupLists, isGroupOfLink } from "../../records/chats/group-list.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** A group that the instance is in or used to be in. */
export interface FoundGroup {
  group: string;
  record: GroupRecord;
  /** Whether the group was last seen under an earlier link. Such a group can be viewed but not changed. */
  isStale: boolean;
}

/**
 * Returns the group that a request path refers to.
 * @throws ApiError `group_not_found` if the instance was never in it, or `unavailable` while a new link's groups have
 * not been read yet. Spec: groups.
 */
export async function requireGroup(table: Table, instance: InstanceRecord, given: string): Promise<FoundGroup> {
  if (!isGroup(given) || given.length > LIMITS.chatIdMaxChars) throw new ApiError("group_not_found");
  const items = await table.getMany([keys.group(instance.id, given), keys.groupList(instance.id)]);
  const record = groupRecords.among(items, instance.id, given);
  const list = groupLists.among(items, instance.id);
  if (record && isOrWasIn(record)) return { group: given, record, isStale: !isGroupOfLink(list, instance, record) };
  if (instance.linked_at !== null && !areGroupsOfLink(list, instance)) throw notReadYet();
  throw new ApiError("group_not_found");
}

/** Whether the instance is or was in the group. A record alone doesn't prove this, because messages also create one. */
export const isOrWasIn = ({ my_role, left_ms }: GroupRecord): boolean => my_role !== undefined || left_ms !== undefined;

/** Builds the error for requests made before a newly linked phone's groups are known. */
export const notReadYet = () =>
  new ApiError("unavailable", {
    message: "The number's groups are being loaded from the messenger. Try again in a few seconds.",
    retryAfterSec: LIMITS.groupsReadInSec,
  });

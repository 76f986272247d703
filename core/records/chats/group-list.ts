import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { InstanceRecord } from "../instance.ts";
import type { GroupRecord } from "./group.ts";

/** Records that all groups of a linked number have been read. */
export interface GroupListRecord {
  /** When the network was last queried for the groups, epoch ms. */
  read_ms: number;
  /** The link to which the groups belong: the instance's `linked_at` at that time. */
  linked_at: string;
}

/** The records of when groups were read, by instance. */
export const groupLists = recordsAt<GroupListRecord, Parameters<typeof keys.groupList>>(keys.groupList);

/**
 * Whether a group belongs to the phone that is linked now: either the group is in that phone's list, or the number has
 * joined it since then.
 */
export function isGroupOfLink(
  list: GroupListRecord | null,
  instance: Pick<InstanceRecord, "linked_at">,
  { in_ms }: GroupRecord,
): boolean {
  if (areGroupsOfLink(list, instance)) return true;
  return instance.linked_at !== null && in_ms !== undefined && in_ms >= Date.parse(instance.linked_at);
}

/**
 * Whether the stored groups belong to the phone that is linked now; if not, its groups have not been read from the
 * network yet.
 */
export const areGroupsOfLink = (
  list: GroupListRecord | null,
  { linked_at }: Pick<InstanceRecord, "linked_at">,
): boolean => linked_at !== null && list?.linked_at === linked_at;

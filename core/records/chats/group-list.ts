import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { InstanceRecord } from "../instance.ts";
import type { GroupRecord } from "./group.ts";

/** The record that all of a linked number's groups have been read. */
export interface GroupListRecord {
  /** When the network was last queried for the groups, in epoch ms. */
  read_ms: number;
  /** Identifies the link that the groups belong to: the value of the instance's `linked_at` when they were read. */
  linked_at: string;
}

/** When each instance's groups were last read. */
export const groupLists = recordsAt<GroupListRecord, Parameters<typeof keys.groupList>>(keys.groupList);

/**
 * Whether a group belongs to the currently linked phone, that is, it was in that phone's list or the number has joined
 * it since.
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
 * Whether the stored groups belong to the currently linked phone. If not, that phone's groups haven't been read from
 * the network yet.
 */
export const areGroupsOfLink = (
  list: GroupListRecord | null,
  { linked_at }: Pick<InstanceRecord, "linked_at">,
): boolean => linked_at !== null && list?.linked_at === linked_at;

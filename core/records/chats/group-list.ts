import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { InstanceRecord } from "../instance.ts";
import type { GroupRecord } from "./group.ts";

/** Records that all of a linked number's groups were read. */
export interface GroupListRecord {
  /** When the network was last asked for them, epoch ms. */
  read_ms: number;
  /** The link to which they belong: the instance's `linked_at` at that time. */
  linked_at: string;
}

/** The instances' lists. */
export const groupLists = recordsAt<GroupListRecord, Parameters<typeof keys.groupList>>(keys.groupList);

/**
 * Whether a group belongs to the phone that is linked now: its list includes the group, or the number has joined it
 * since.
 */
export function isGroupOfLink(
  list: GroupListRecord | null,
  instance: Pick<InstanceRecord, "linked_at">,
  { in_ms }: GroupRecord,
): boolean {
  if (areGroupsOfLink(list, instance)) return true;
  return instance.linked_at !== null && in_ms !== undefined && in_ms >= Date.parse(instance.linked_at);
}

/** Whether the stored groups belong to the phone that is linked now; if not, they can still be read. */
export const areGroupsOfLink = (
  list: GroupListRecord | null,
  { linked_at }: Pick<InstanceRecord, "linked_at">,
): boolean => linked_at !== null && list?.linked_at === linked_at;

import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { InstanceRecord } from "../instance.ts";
import type { GroupRecord } from "./group.ts";

/** That all groups of a linked number were read. */
export interface GroupListRecord {
  /** When the network was last asked for them, epoch ms. */
  read_ms: number;
  /** The link of which they are: the instance's `linked_at` at that time. */
  linked_at: string;
}

/** The list of each instance. */
export const groupLists = recordsAt<GroupListRecord, Parameters<typeof keys.groupList>>(keys.groupList);

/** Whether a group is of the phone that is linked now: its list names it, or the number came into it since. */
export function isGroupOfLink(
  list: GroupListRecord | null,
  instance: Pick<InstanceRecord, "linked_at">,
  { in_ms }: GroupRecord,
): boolean {
  if (areGroupsOfLink(list, instance)) return true;
  return instance.linked_at !== null && in_ms !== undefined && in_ms >= Date.parse(instance.linked_at);
}

/** Whether the stored groups are those of the phone that is linked now; when not, they stay readable. */
export const areGroupsOfLink = (
  list: GroupListRecord | null,
  { linked_at }: Pick<InstanceRecord, "linked_at">,
): boolean => linked_at !== null && list?.linked_at === linked_at;

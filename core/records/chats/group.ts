import type { GroupFields } from "../../domain/groups/group-fields.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * A group as seen by one instance, together with its chat. Until the network has reported more than the group's
 * messages, only the chat's fields are set.
 */
export interface GroupRecord extends ChatFields, GroupFields {
  /** How many pages the group's members take up. Absent if no members have been reported yet. */
  member_pages?: number;
  /** Incremented by each change to the group itself, but not by changes to its chat. */
  group_rev?: number;
  /** Short hashes of the ids of the most recently applied notifications, so repeating one of them changes nothing. */
  seen?: string[];
}

/** The stored groups, by instance. */
export const groupRecords = recordsAt<GroupRecord, Parameters<typeof keys.group>>(keys.group);

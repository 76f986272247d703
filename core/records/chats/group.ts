import type { GroupFields } from "../../domain/groups/group-fields.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * A group as one instance sees it, together with its chat. While only messages in the group are known, all fields
 * except the chat's are absent.
 */
export interface GroupRecord extends ChatFields, GroupFields {
  /** The number of pages with the group's members; absent if no members have been reported yet. */
  member_pages?: number;
  /** Incremented by each change to the group, but not by changes to its chat. */
  group_rev?: number;
  /** The notifications that were applied last, as short hashes of their ids, so that repeating one changes nothing. */
  seen?: string[];
}

/** The stored groups, by instance. */
export const groupRecords = recordsAt<GroupRecord, Parameters<typeof keys.group>>(keys.group);

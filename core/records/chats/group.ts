import type { GroupFields } from "../../domain/groups/group-fields.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * A group as one instance sees it, and its chat. While only its messages are known, every field except the chat's is
 * absent.
 */
export interface GroupRecord extends ChatFields, GroupFields {
  /** The number of pages with its members; absent if none were reported yet. */
  member_pages?: number;
  /** Incremented by each change to the group, but not by one to its chat. */
  group_rev?: number;
  /** The notifications applied last, by a short hash of their ids, so that repeating one changes nothing. */
  seen?: string[];
}

/** The groups of each instance. */
export const groupRecords = recordsAt<GroupRecord, Parameters<typeof keys.group>>(keys.group);

import type { GroupFields } from "../../domain/groups/group-fields.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A group as one instance sees it, and its chat. All but the chat is absent while only its messages are known. */
export interface GroupRecord extends ChatFields, GroupFields {
  /** The number of pages with its members; absent if not reported yet. */
  member_pages?: number;
  /** Incremented by each change to any of this except the chat. */
  group_rev?: number;
  /** The last applied notifications, by a short hash of their ids, so that a repeated one changes nothing. */
  seen?: string[];
}

/** The groups of each instance. */
export const groupRecords = recordsAt<GroupRecord, Parameters<typeof keys.group>>(keys.group);

import type { GroupFields } from "../../domain/groups/group-fields.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * A group as one instance knows it, and its chat. Everything but the chat is absent while only messages of it are
 * known.
 */
export interface GroupRecord extends ChatFields, GroupFields {
  /** Pages that hold its members; absent: not reported yet. */
  member_pages?: number;
  /** Grows with each change of all this but the chat. */
  group_rev?: number;
  /** The last notifications that were applied, by a short hash of their ids: a repeated one changes nothing. */
  seen?: string[];
}

/** The groups each instance knows. */
export const groupRecords = recordsAt<GroupRecord, Parameters<typeof keys.group>>(keys.group);

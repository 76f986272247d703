import type { GroupRole, GroupSettings } from "../../domain/groups/group.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A group's own side of its record; everything is absent while only messages of it are known. Times are epoch ms. */
export interface GroupFields {
  subject?: string;
  /** Its maker: the id by which the group names them, and the phone if it is known. */
  owner?: string;
  owner_phone?: string;
  made_ms?: number;
  size?: number;
  /** The linked number's own role; absent: it is not in the group. */
  my_role?: GroupRole;
  /** When it was seen to be out of it. */
  left_ms?: number;
  /** Those that differ from a new group's: false, and 0. */
  settings?: Partial<GroupSettings>;
  /** Id of the description that stands, which itself lies with the members; absent: there is none. */
  description_id?: string;
  /** The network's id of its picture, and our copy of it with the time at which it was stored. */
  picture_id?: string;
  picture_key?: string;
  picture_ms?: number;
  private_ids?: boolean;
  community?: boolean;
  parent?: string;
  /** Pages over which its members are spread, and a number that grows with each change of them. */
  member_pages?: number;
  members_rev?: number;
  /** It belongs to a phone that is not linked any more: shown, not changed. */
  stale?: boolean;
}

/** A group as one instance knows it, and its chat. */
export type GroupRecord = ChatFields & GroupFields;

/** The groups each instance knows. */
export const groupRecords = recordsAt<GroupRecord, Parameters<typeof keys.group>>(keys.group);

import type { GroupDescription, GroupMember, GroupRole, GroupSettings } from "./group.ts";

/** A group's own part of its record; everything is absent while only messages of it are known. Times are epoch ms. */
export interface GroupFields {
  subject?: string;
  /** Its creator: the id by which the group names them, and the phone if it is known. */
  owner?: string;
  owner_phone?: string;
  made_ms?: number;
  size?: number;
  /** The linked number's own role; absent: it is not in the group. */
  my_role?: GroupRole;
  /** When the number was first seen in it, or in it again. */
  in_ms?: number;
  /** When the number was seen to have left it. */
  left_ms?: number;
  /** Those that differ from a new group's: false, and 0. */
  settings?: Partial<GroupSettings>;
  /** Id of the current description, which is stored with the members; absent: there is none. */
  description_id?: string;
  /** The network's id of its picture, and our copy of it with the time at which it was stored. */
  picture_id?: string;
  picture_key?: string;
  picture_ms?: number;
  private_ids?: boolean;
  community?: boolean;
  parent?: string;
}

/** All that is known of a group. `members` null: not reported yet. */
export interface KnownGroup {
  fields: GroupFields;
  description: GroupDescription | null;
  members: GroupMember[] | null;
}

import type { GroupDescription, GroupMember, GroupRole, GroupSettings } from "./group.ts";

/**
 * The part of a group's record that describes the group. All fields are absent while only the group's messages are
 * known. Times are in epoch ms.
 */
export interface GroupFields {
  subject?: string;
  /** The group's creator: the id used for that person in the group, and their phone if known. */
  owner?: string;
  owner_phone?: string;
  made_ms?: number;
  size?: number;
  /** The linked number's own role. Absent if the number isn't in the group. */
  my_role?: GroupRole;
  /** When the number was first seen in the group, or first seen again after leaving. */
  in_ms?: number;
  /** When it was noticed that the number had left. */
  left_ms?: number;
  /** The settings that differ from those of a new group, which are all false or 0. */
  settings?: Partial<GroupSettings>;
  /** The id of the current description, which is stored with the members. Absent if the group has no description. */
  description_id?: string;
  /** The network's id for the group's picture, and our copy's key and storage time. */
  picture_id?: string;
  picture_key?: string;
  picture_ms?: number;
  private_ids?: boolean;
  community?: boolean;
  parent?: string;
}

/** Everything known about a group. `members` is null if the members haven't been reported yet. */
export interface KnownGroup {
  fields: GroupFields;
  description: GroupDescription | null;
  members: GroupMember[] | null;
}

/** A member's rank in a group. Spec: groups, `role`. */
export type GroupRole = "owner" | "admin" | "member";

/** A group's settings. Spec: groups, `settings`. */
export interface GroupSettings {
  messages_admins_only: boolean;
  info_admins_only: boolean;
  add_admins_only: boolean;
  join_approval: boolean;
  /** How many seconds messages last before they disappear, or 0 if they don't disappear. */
  disappearing_seconds: number;
}

/** A member, with the id used for them in the group. `phone` is in digits, or null while the number is hidden. */
export interface GroupMember {
  id: string;
  phone: string | null;
  role: GroupRole;
}

/** A group's description. To change the description, the network requires the previous description's id. */
export interface GroupDescription {
  id: string;
  body: string;
}

/** A group as the network reports it, without its members. */
export interface GroupHead {
  /** The chat id, `…@g.us`. */
  id: string;
  subject: string;
  description: GroupDescription | null;
  /** The creator's id in this group, or null if unknown. */
  owner: string | null;
  owner_phone: string | null;
  made_at: Date | null;
  size: number;
  settings: GroupSettings;
  /** Whether members are identified by private ids. */
  private_ids: boolean;
  /**
   * Whether the group is a community, or a community's group in which only admins can write. `parent` is the id of the
   * group's community.
   */
  community: boolean;
  parent: string | null;
}

/** A group with its members. */
export interface NetworkGroup extends GroupHead {
  members: GroupMember[];
}

/**
 * A fact about a group, from a notification or from the response to one of our requests. A repeated fact changes
 * nothing.
 */
export type GroupFact =
  /**
   * The group's current state, which replaces everything known before. `my_role` is null if the number isn't in the
   * group.
   */
  | { kind: "whole"; group: NetworkGroup; my_role: GroupRole | null }
  /**
   * A change to members. `role` is their role after the change, and `of_us` means that the linked number is one of
   * them.
   */
  | { kind: "members"; deed: "join" | "leave" | "promote" | "demote"; members: GroupMember[]; of_us: boolean }
  /** A member who is now identified by a different id. */
  | { kind: "renumbered"; from: string; to: GroupMember; of_us: boolean }
  /**
   * A change to the group itself. Absent fields stay unchanged. A null `description` or `picture_id` means that it was
   * removed.
   */
  | {
      kind: "changed";
      subject?: string;
      description?: GroupDescription | null;
      settings?: Partial<GroupSettings>;
      picture_id?: string | null;
      /**
       * Our copy of the picture in `picture_id`. Absent if no copy was made. `stored_ms` is needed because files are
       * deleted after a while.
       */
      picture_copy?: { key: string; stored_ms: number };
      parent?: string | null;
    }
  /** The number left the group. */
  | { kind: "left" }
  /** The group no longer exists. */
  | { kind: "ended" };

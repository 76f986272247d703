import type { GroupRole, GroupSettings, NetworkGroup } from "../../../core/domain/groups/group.ts";

/** A group to create in a single query, so it is created either completely or not at all. */
export interface NewGroup {
  /** A key shared by all attempts, so the network can recognize a retry. */
  key: string;
  subject: string;
  description: string | null;
  settings: Partial<GroupSettings>;
  /** Phone digits or private ids. */
  people: string[];
}

/**
 * The network's answer for one person. `person`: as specified in the query (phone digits or a private id). `id`,
 * `phone`: as the network identifies them. `code`: 200 done, 403 their privacy settings forbid it (`invite`: the data
 * for an invitation by message), 408 left recently, 409 already the case, 401 they blocked us, 404 no such person or
 * member, 419 and 500 the group is full.
 */
export interface MemberAnswer {
  person: string;
  id: string;
  phone: string | null;
  code: number;
  invite: { code: string; expires_at: Date | null } | null;
}

/** A person's request to join. */
export interface JoinRequest {
  id: string;
  phone: string | null;
  requested_at: Date | null;
}

/** One setting to change. */
export type GroupSettingChange = {
  [K in keyof GroupSettings]: { setting: K; value: GroupSettings[K] };
}[keyof GroupSettings];

/**
 * Queries about groups, using our own stanzas. All of them reject with NetworkRefusal (the network's code), with
 * AnswerUnknown if the network didn't respond (the request may still have been carried out), or with a connection
 * error. Groups are `…@g.us`.
 */
export interface GroupSide {
  /**
   * Yields every group that the number is in, with its members. The groups are yielded one by one, because the whole
   * list would be large. If the list breaks off, the remaining groups are unknown rather than gone. @param isRead
   * whether an earlier, interrupted list has already yielded the group, so it can be skipped.
   */
  listGroups(isRead: (group: string) => boolean): AsyncIterable<NetworkGroup>;
  readGroup(group: string): Promise<NetworkGroup>;
  createGroup(plan: NewGroup): Promise<{ group: NetworkGroup; answers: MemberAnswer[] }>;
  /** @param people phone digits or private ids. */
  changeMembers(
    group: string,
    deed: "add" | "remove" | "promote" | "demote",
    people: string[],
  ): Promise<MemberAnswer[]>;
  changeSubject(group: string, subject: string): Promise<void>;
  /**
   * @param before the current description's id, or null. @returns the new description's id, or null if it was removed.
   */
  changeDescription(group: string, before: string | null, text: string | null): Promise<string | null>;
  changeSetting(group: string, change: GroupSettingChange): Promise<void>;
  /** @param jpeg null removes the picture. @returns the picture's id, or null if it was removed. */
  changePicture(group: string, jpeg: Uint8Array | null): Promise<string | null>;
  readInvite(group: string): Promise<string>;
  revokeInvite(group: string): Promise<string>;
  /** Returns the group that an invite code leads to. Its member list may be incomplete, but its size is correct. */
  previewInvite(code: string): Promise<NetworkGroup>;
  /** @returns the group. `requested` is true if its admins must approve first. */
  joinByInvite(code: string): Promise<{ group: string; requested: boolean }>;
  leaveGroup(group: string): Promise<void>;
  readRequests(group: string): Promise<JoinRequest[]>;
  answerRequests(group: string, answer: "approve" | "reject", people: string[]): Promise<MemberAnswer[]>;
  /**
   * Returns the number's own role among these members, matched by its phone and its private id, or null if the number
   * isn't among them.
   */
  ownRole(members: readonly { id: string; phone: string | null; role: GroupRole }[]): GroupRole | null;
}

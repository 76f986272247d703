import type { ChangeGroupBody } from "../../../core/contracts/groups/change-group.ts";
import { call } from "./call.ts";
import { pagesOf, partOf, queryOf } from "./query.ts";

const PAGE = 50;

/** The paginated query for the groups that a number belongs to. */
export const groupsQuery = (instance: string) =>
  pagesOf("groups.list", { at: { id: instance }, query: { limit: PAGE } });

/** The query for a single group with its members. */
export const groupQuery = (instance: string, group: string) => queryOf("groups.get", { at: { id: instance, group } });

/** The query for the group behind an invite, as the network shows it to anyone with the invite. */
export const invitedGroupQuery = (instance: string, invite: string) =>
  queryOf("groups.preview", { at: { id: instance }, query: { invite } }, { staleTime: 60_000 });

/** Joins a group by an invite link or code, or requests to join if the group requires approval. */
export const joinGroup = (instance: string, invite: string) =>
  call("groups.join", { at: { id: instance }, body: { invite } });

/** A change to a member. */
export type MemberAct = "remove" | "promote" | "demote";

/** The cache keys of all responses that show a group. */
export const groupReads = (instance: string) => [
  partOf("groups.get", { id: instance }),
  partOf("groups.list", { id: instance }),
];

/** Changes a group's texts and settings. Omitted fields stay unchanged. */
export const changeGroup = (instance: string, group: string, body: ChangeGroupBody) =>
  call("groups.change", { at: { id: instance, group }, body });

/**
 * Adds people to a group. @param invite whether to send an invitation message to people who can't be added directly.
 */
export const addMembers = (instance: string, group: string, participants: readonly string[], invite: boolean) =>
  call("groups.add_members", { at: { id: instance, group }, body: { participants, invite } });

/** Removes a member, or changes their role. @param person the member's id in the group. */
export const changeMember = (instance: string, group: string, act: MemberAct, person: string) =>
  call(`groups.${act}_members`, { at: { id: instance, group }, body: { participants: [person] } });

/** The query for a group's invite, which only the group's admins can see. */
export const inviteQuery = (instance: string, group: string) =>
  queryOf("groups.invite", { at: { id: instance, group } }, { staleTime: 60_000 });

/** Replaces a group's invite. The old link stops working. */
export const revokeInvite = (instance: string, group: string) =>
  call("groups.revoke_invite", { at: { id: instance, group } });

/** The query for the people who have asked to join a group. */
export const requestsQuery = (instance: string, group: string) =>
  queryOf("groups.requests", { at: { id: instance, group } });

/** Approves or rejects a person's request to join. */
export const answerRequest = (instance: string, group: string, act: "approve" | "reject", person: string) =>
  call(`groups.${act}_requests`, { at: { id: instance, group }, body: { participants: [person] } });

/** Leaves a group. */
export const leaveGroup = (instance: string, group: string) => call("groups.leave", { at: { id: instance, group } });

import type { ChangeGroupBody } from "../../../core/contracts/groups/change-group.ts";
import { call } from "./call.ts";
import { pagesOf, partOf, queryOf } from "./query.ts";

const PAGE = 50;

/** The groups that a number is in, page by page. */
export const groupsQuery = (instance: string) =>
  pagesOf("groups.list", { at: { id: instance }, query: { limit: PAGE } });

/** One group with its members. */
export const groupQuery = (instance: string, group: string) => queryOf("groups.get", { at: { id: instance, group } });

/** The group behind an invite, as the network shows it to anyone with the invite. */
export const invitedGroupQuery = (instance: string, invite: string) =>
  queryOf("groups.preview", { at: { id: instance }, query: { invite } }, { staleTime: 60_000 });

/** Joins a group by an invite's link or code, or requests to join it. */
export const joinGroup = (instance: string, invite: string) =>
  call("groups.join", { at: { id: instance }, body: { invite } });

/** A change to a member. */
export type MemberAct = "remove" | "promote" | "demote";

/** The answers that show a group. */
export const groupReads = (instance: string) => [
  partOf("groups.get", { id: instance }),
  partOf("groups.list", { id: instance }),
];

/** Changes a group's texts and settings; omitted fields stay unchanged. */
export const changeGroup = (instance: string, group: string, body: ChangeGroupBody) =>
  call("groups.change", { at: { id: instance, group }, body });

/** Adds people. @param invite whether those who can only be invited get a message with an invitation. */
export const addMembers = (instance: string, group: string, participants: readonly string[], invite: boolean) =>
  call("groups.add_members", { at: { id: instance, group }, body: { participants, invite } });

/** Removes a member, or changes their role. @param person their id in the group. */
export const changeMember = (instance: string, group: string, act: MemberAct, person: string) =>
  call(`groups.${act}_members`, { at: { id: instance, group }, body: { participants: [person] } });

/** The group's invite; only its admins may see it. */
export const inviteQuery = (instance: string, group: string) =>
  queryOf("groups.invite", { at: { id: instance, group } }, { staleTime: 60_000 });

/** Replaces the invite; the old link stops working. */
export const revokeInvite = (instance: string, group: string) =>
  call("groups.revoke_invite", { at: { id: instance, group } });

/** The people who ask to join. */
export const requestsQuery = (instance: string, group: string) =>
  queryOf("groups.requests", { at: { id: instance, group } });

/** Approves or rejects a person's request to join. */
export const answerRequest = (instance: string, group: string, act: "approve" | "reject", person: string) =>
  call(`groups.${act}_requests`, { at: { id: instance, group }, body: { participants: [person] } });

/** Leaves a group. */
export const leaveGroup = (instance: string, group: string) => call("groups.leave", { at: { id: instance, group } });

import * as z from "zod";
import {
  AddedMembers,
  AddMembersBody,
  ChangeMembersBody,
  GroupMemberResult,
} from "../../../core/contracts/groups/members.ts";
import { PREFER_LINK } from "../../../core/contracts/groups/people.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import type { RouteId } from "../../../core/contracts/routes.ts";
import type { MemberAction } from "../../../core/domain/groups/member-outcome.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { addMembers as add, changeMembers } from "../../../core/operations/groups/change-members.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { givenGroupPeople } from "./given-group-people.ts";
import { GroupParams } from "./group-params.ts";

/** POST …/groups/{group}/participants: returns a separate result for each person. Spec: groups. */
export const addMembers = route("groups.add_members", {
  summary: "Add people to a group",
  params: GroupParams,
  body: AddMembersBody,
  responses: {
    200: { description: "The outcome for each person, in the same order", schema: AddedMembers, raw: true },
  },
  errors: ["instance_not_found", "group_not_found", "conflict", "limit_reached", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const asked = { group: params.group, people: givenGroupPeople(instance, body.participants) };
    const { messagesPerDay: messages_per_day } = PLANS[caller.plan];
    const wish = body.invite === true ? { caller_account: caller.account_id, messages_per_day } : null;
    const data = await add(deps, instance, asked, wish);
    return { status: 200, body: { data, hint: PREFER_LINK }, headers: {} };
  },
});

/** POST …/participants/remove: works like `addMembers`, but without daily limits. */
export const removeMembers = changeRoute("groups.remove_members", "remove", "Remove people from a group");

/** POST …/participants/promote: makes the given members admins. */
export const promoteMembers = changeRoute("groups.promote_members", "promote", "Make group members admins");

/** POST …/participants/demote: makes the given admins ordinary members. */
export const demoteMembers = changeRoute("groups.demote_members", "demote", "Remove the admin role from group admins");

function changeRoute(id: RouteId, deed: Exclude<MemberAction, "add">, summary: string) {
  return route(id, {
    summary,
    params: GroupParams,
    body: ChangeMembersBody,
    responses: {
      200: { description: "The outcome for each person, in the same order", schema: z.array(GroupMemberResult) },
    },
    errors: ["instance_not_found", "group_not_found", "conflict", ...SESSION_REFUSALS],
    async handle({ caller, deps, params, body }) {
      const instance = await readInstance(deps, caller, params.id);
      const asked = { group: params.group, people: givenGroupPeople(instance, body.participants, "members") };
      return reply(200, await changeMembers(deps, instance, deed, asked));
    },
  });
}

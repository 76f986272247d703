import * as z from "zod";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { ROLES } from "../../../core/contracts/panel/roles.ts";
import { Member } from "../../../core/contracts/panel/team.ts";
import { changeRole } from "../../../core/operations/users/change-role.ts";
import { listMembers as list } from "../../../core/operations/users/list-members.ts";
import { removeMember as remove } from "../../../core/operations/users/remove-member.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { reply } from "../../api/reply.ts";
import { refused } from "../middleware/authorize-role.ts";
import { panelRoute } from "../panel-route.ts";

const MemberParams = z.object({ user: pathText(LIMITS.idMaxChars, "not_found") });

/** GET /panel-api/members: lists the members of the account. */
export const listMembers = panelRoute("panel.members.list", {
  responses: { 200: { description: "The account's members", schema: z.array(Member) } },
  handle: async ({ deps, caller }) => reply(200, await list(deps.table, caller.account_id)),
});

/** PATCH /panel-api/members/{user}: changes a member's role, which takes effect with their next request. */
export const updateMember = panelRoute("panel.members.update", {
  params: MemberParams,
  body: z.object({ role: z.enum(ROLES, "The role must be viewer, member or admin.") }),
  responses: { 200: { description: "The updated user", schema: Member } },
  async handle({ deps, caller, source, params, body, now }) {
    const change = { account_id: caller.account_id, user_id: params.user, by: actorOf(caller, source) };
    await changeRole(deps, change, body.role, now);
    const members = await list(deps.table, caller.account_id);
    return reply(
      200,
      members.find(({ id }) => id === params.user),
    );
  },
});

/**
 * DELETE /panel-api/members/{user}: removes a member. Admins can remove anyone from the account; everyone else can
 * remove only themselves.
 */
export const removeMember = panelRoute("panel.members.remove", {
  params: MemberParams,
  responses: { 204: { description: "The person no longer belongs to the account" } },
  async handle({ deps, caller, source, params, now }) {
    if (caller.role !== "admin" && params.user !== caller.user_id) throw refused("admin");
    await remove(deps, { account_id: caller.account_id, user_id: params.user, by: actorOf(caller, source) }, now);
    return reply(204);
  },
});

import { GroupInvite } from "../../../core/contracts/groups/invite.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readInvite } from "../../../core/operations/groups/read-invite.ts";
import { revokeInvite } from "../../../core/operations/groups/revoke-invite.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { GroupParams } from "./group-params.ts";

/** GET …/groups/{group}/invite. Spec: groups. */
export const getGroupInvite = route("groups.invite", {
  summary: "Get a group's invite",
  params: GroupParams,
  responses: {
    200: { description: "The invite that is currently valid. Only admins can see it", schema: GroupInvite },
  },
  errors: ["instance_not_found", "group_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await readInvite(deps, instance, params.group));
  },
});

/** POST …/groups/{group}/invite/revoke: the previous link stops working. Spec: groups. */
export const revokeGroupInvite = route("groups.revoke_invite", {
  summary: "Revoke a group's invite and create a new one",
  params: GroupParams,
  responses: { 200: { description: "The new invite", schema: GroupInvite } },
  errors: ["instance_not_found", "group_not_found", "conflict", "limit_reached", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await revokeInvite(deps, instance, params.group));
  },
});

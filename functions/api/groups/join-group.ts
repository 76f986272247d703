import { Group } from "../../../core/contracts/groups/group.ts";
import { JoinGroupBody, JoinRequested } from "../../../core/contracts/groups/invite.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { joinGroup as join } from "../../../core/operations/groups/join-group.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** POST /v1/instances/{id}/groups/join: joins a group, at most five times a day. Spec: groups. */
export const joinGroup = route("groups.join", {
  summary: "Join a group with an invite",
  params: InstanceParams,
  body: JoinGroupBody,
  responses: {
    200: { description: "The group, which the number has joined or was already in", schema: Group },
    202: { description: "The group's admins have been asked to approve the number", schema: JoinRequested },
  },
  errors: ["instance_not_found", "group_not_found", "plan_limit", "limit_reached", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const group = await join(deps, instance, body.invite);
    return group ? reply(200, group) : reply(202, { status: "requested" });
  },
});

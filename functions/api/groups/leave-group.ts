import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { leaveGroup as leave } from "../../../core/operations/groups/leave-group.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { GroupParams } from "./group-params.ts";

/** POST …/groups/{group}/leave: also succeeds if the instance has already left the group. Spec: groups. */
export const leaveGroup = route("groups.leave", {
  summary: "Leave a group",
  params: GroupParams,
  responses: { 204: { description: "The number is no longer in the group" } },
  errors: ["instance_not_found", "group_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    await leave(deps, instance, params.group);
    return reply(204);
  },
});

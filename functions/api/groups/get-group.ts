import { Group } from "../../../core/contracts/groups/group.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentGroup } from "../../../core/operations/groups/present-group.ts";
import { requireGroup } from "../../../core/operations/groups/require-group.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { GroupParams } from "./group-params.ts";

/**
 * GET /v1/instances/{id}/groups/{group}: returns a group with its members, even if the instance has left it. Spec:
 * groups.
 */
export const getGroup = route("groups.get", {
  summary: "Get a group and its members",
  params: GroupParams,
  responses: { 200: { description: "The group", schema: Group } },
  errors: ["instance_not_found", "group_not_found", "unavailable"],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    const found = await requireGroup(deps.table, instance, params.group);
    return reply(200, await presentGroup(deps, instance.id, found));
  },
});

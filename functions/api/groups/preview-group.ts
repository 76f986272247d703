import { GroupSummary } from "../../../core/contracts/groups/group.ts";
import { InviteQuery } from "../../../core/contracts/groups/invite.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { previewGroup as preview } from "../../../core/operations/groups/preview-group.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/**
 * GET /v1/instances/{id}/groups/preview: returns the group as the network shows it to anyone with the invite. Spec:
 * groups.
 */
export const previewGroup = route("groups.preview", {
  summary: "Preview a group before joining it with an invite",
  params: InstanceParams,
  query: InviteQuery,
  responses: { 200: { description: "The group, without its picture", schema: GroupSummary } },
  errors: ["instance_not_found", "group_not_found", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, query }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await preview(deps, instance, query.invite));
  },
});

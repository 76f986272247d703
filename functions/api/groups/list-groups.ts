import * as z from "zod";
import { GroupSummary } from "../../../core/contracts/groups/group.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { OffsetMeta } from "../../../core/contracts/pagination.ts";
import { listGroups as readPage } from "../../../core/operations/groups/list-groups.ts";
import { readInstance } from "../../../core/operations/instances/read-instance.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { queryInteger } from "../query-types.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/groups: by limit and offset. Spec: groups; Pagination styles. */
export const listGroups = route("groups.list", {
  summary: "List the groups that the number is in",
  params: InstanceParams,
  query: z.object({
    limit: queryInteger("limit", 1, LIMITS.groupsPageMax).optional(),
    offset: queryInteger("offset", 0, LIMITS.groupsOffsetMax).optional(),
  }),
  responses: {
    200: {
      description: "A page, without participants; raise offset by limit until one comes back empty",
      schema: z.object({ data: z.array(GroupSummary), meta: OffsetMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found", "unavailable"],
  async handle({ caller, deps, params, query }) {
    const { limit = LIMITS.groupsPageDefault, offset = 0 } = query;
    const instance = await readInstance(deps, caller, params.id);
    const data = await readPage(deps, instance, { limit, offset });
    return { status: 200, body: { data, meta: { limit, offset } }, headers: {} };
  },
});

import * as z from "zod";
import { GroupSummary } from "../../../core/contracts/groups/group.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OffsetMeta, pageUrl } from "../../../core/contracts/pagination.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { listGroups as readPage } from "../../../core/operations/groups/list-groups.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { givenCursor, listPlaces } from "../list-place.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/groups: paginated by links.next, or by limit and offset. Spec: groups; Pagination styles. */
export const listGroups = route("groups.list", {
  summary: "List the groups that the number is in",
  params: InstanceParams,
  query: z.object({
    limit: queryInteger("limit", 1, LIMITS.groupsPageMax).optional(),
    offset: queryInteger("offset", 0, LIMITS.groupsOffsetMax).optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description:
        "A page of groups, without participants. Follow links.next until it is null, or increase offset by limit until a page is empty",
      schema: z.object({ data: z.array(GroupSummary), links: Links, meta: OffsetMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found", "unavailable"],
  async handle({ caller, deps, params, query, baseUrl }) {
    const { limit = LIMITS.groupsPageDefault } = query;
    const instance = await readInstance(deps, caller, params.id);
    const places = listPlaces(deps, "groups", [caller.account_id, instance.id]);
    const start = await places.open(query);
    const page = await readPage(deps, instance, { limit, ...start });
    const cursor = await places.seal(start.offset + page.groups.length, page.next);
    const next = cursor && pageUrl(`${baseUrl}/v1/instances/${instance.id}/groups`, { limit: query.limit, cursor });
    return replyList(page.groups, next, { limit, offset: start.offset });
  },
});

import * as z from "zod";
import { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { BROADCAST_STATUSES } from "../../../core/contracts/broadcasts/broadcast-states.ts";
import { givenId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OpenPageMeta } from "../../../core/contracts/pagination.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { listBroadcasts as list } from "../../../core/operations/broadcasts/list-broadcasts.ts";
import { presentBroadcasts } from "../../../core/operations/broadcasts/present-broadcast.ts";
import { givenCursor } from "../list-place.ts";
import { pagePlaces } from "../page-places.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";

const STATUS_RULE = `Use one of ${BROADCAST_STATUSES.join(", ")}.`;

/** GET /v1/broadcasts: lists broadcasts, newest first, 20 per page. Spec: broadcasts; Pagination styles. */
export const listBroadcasts = route("broadcasts.list", {
  summary: "List broadcasts, newest first",
  query: z.object({
    instance_id: givenId().optional(),
    status: z.enum(BROADCAST_STATUSES, STATUS_RULE).optional(),
    page: queryInteger("page", 1, LIMITS.pageMax).optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description: "A page of 20. Follow links.next until it is null",
      schema: z.object({ data: z.array(Broadcast), links: Links, meta: OpenPageMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found"],
  async handle({ caller, deps, query, baseUrl, now }) {
    const { instance_id, status } = query;
    const only = instance_id ?? caller.instance_id;
    if (only !== null) await readInstance(deps, caller, only);
    const choice = { account_id: caller.account_id, instance_id: only, status: status ?? null };
    const count = LIMITS.broadcastsPage;
    const places = pagePlaces(deps, "broadcasts", choice, LIMITS.broadcastsPagesMax);
    const start = await places.open(query);
    const range = { from: (start.page - 1) * count, count, after: start.after };
    const found = await list(deps.table, choice, range, now);
    const next = await places.next(`${baseUrl}/v1/broadcasts`, { instance_id, status }, start, found.next);
    const data = await presentBroadcasts(deps, found.broadcasts);
    return replyList(data, next, { current_page: start.page, per_page: count });
  },
});

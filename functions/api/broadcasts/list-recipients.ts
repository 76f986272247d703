import * as z from "zod";
import { BroadcastRecipient } from "../../../core/contracts/broadcasts/broadcast.ts";
import { RECIPIENT_STATUSES } from "../../../core/contracts/broadcasts/broadcast-states.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OffsetMeta, pageUrl } from "../../../core/contracts/pagination.ts";
import { listRecipients as list } from "../../../core/operations/broadcasts/list-recipients.ts";
import { readBroadcast } from "../../../core/operations/broadcasts/read-broadcast.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { BroadcastParams } from "./broadcast-params.ts";

const STATUS_RULE = `Use one of ${RECIPIENT_STATUSES.join(", ")}.`;

/** GET /v1/broadcasts/{id}/recipients: lists the recipients in sending order. Spec: broadcasts; Pagination styles. */
export const listRecipients = route("broadcasts.recipients", {
  summary: "List the people in a broadcast and the progress of each",
  params: BroadcastParams,
  query: z.object({
    status: z.enum(RECIPIENT_STATUSES, STATUS_RULE).optional(),
    limit: queryInteger("limit", 1, LIMITS.broadcastRecipientsPageMax).optional(),
    offset: queryInteger("offset", 0, LIMITS.broadcastPeopleMax).optional(),
  }),
  responses: {
    200: {
      description: "A page of people. Request further pages until one is empty",
      schema: z.object({ data: z.array(BroadcastRecipient), links: Links, meta: OffsetMeta }),
      raw: true,
    },
  },
  errors: ["broadcast_not_found"],
  async handle({ caller, deps, params, query, baseUrl }) {
    const { status, limit = LIMITS.broadcastRecipientsPage, offset = 0 } = query;
    const { broadcast } = await readBroadcast(deps, caller, params.id);
    const data = await list(deps.table, broadcast, { status: status ?? null, limit, offset });
    const address = `${baseUrl}/v1/broadcasts/${broadcast.id}/recipients`;
    const isLast = data.length < limit || offset + limit > LIMITS.broadcastPeopleMax;
    const next = isLast ? null : pageUrl(address, { status, limit, offset: offset + limit });
    return replyList(data, next, { limit, offset });
  },
});

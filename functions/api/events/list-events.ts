import * as z from "zod";
import { EventEnvelope } from "../../../core/contracts/event.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readEvents } from "../../../core/operations/events/read-events.ts";
import { queryInteger } from "../query-types.ts";
import { replyText } from "../reply.ts";
import { route } from "../route.ts";
import { EVENT_FILTERS } from "./event-filters.ts";

/**
 * GET /v1/events: returns events, oldest first. The envelopes are byte-for-byte identical to those sent to webhooks.
 * Spec: Events polling.
 */
export const listEvents = route("events.list", {
  summary: "Fetch events, oldest first",
  query: z.object({
    after: EVENT_FILTERS.after,
    limit: queryInteger("limit", 1, LIMITS.eventsPageMax).optional(),
    types: EVENT_FILTERS.types,
    instance_id: EVENT_FILTERS.instance_id,
  }),
  responses: {
    200: {
      description: "The events after `after`. Pass `next_after` as `after` in the next request",
      schema: z.object({
        data: z.array(EventEnvelope),
        next_after: z.string().nullable(),
        has_more: z.boolean(),
      }),
      raw: true,
    },
  },
  errors: ["instance_not_found"],
  async handle({ caller, deps, query, now }) {
    const instance = query.instance_id ?? caller.instance_id;
    if (instance !== null) await readInstance(deps, caller, instance);
    const filter = { account_id: caller.account_id, instance_id: instance, types: query.types ?? null };
    const page = { after: query.after ?? null, limit: query.limit ?? LIMITS.eventsPageDefault };
    const { bodies, next_after, has_more } = await readEvents(deps, filter, page, now);
    const next = JSON.stringify(next_after);
    return replyText(200, `{"data":[${bodies.join(",")}],"next_after":${next},"has_more":${has_more}}`);
  },
});

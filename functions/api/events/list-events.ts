import * as z from "zod";
import { EventEnvelope } from "../../../core/contracts/event.ts";
import { EVENT_TYPE_NAMES } from "../../../core/contracts/event-types.ts";
import { EventId, givenId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readEvents } from "../../../core/operations/events/read-events.ts";
import { queryInteger, queryList } from "../query-types.ts";
import { replyText } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/events: oldest first; the envelopes are byte for byte what webhooks receive. Spec: Events polling. */
export const listEvents = route("events.list", {
  summary: "Fetch events, oldest first",
  query: z.object({
    after: EventId.optional().meta({ description: "The last event you have; leave it out to start from the oldest" }),
    limit: queryInteger("limit", 1, LIMITS.eventsPageMax).optional(),
    types: queryList(z.enum(EVENT_TYPE_NAMES, "There is no such event type."), 2 * EVENT_TYPE_NAMES.length).optional(),
    instance_id: givenId().optional(),
  }),
  responses: {
    200: {
      description: "Events after `after`; pass `next_after` as `after` next time",
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

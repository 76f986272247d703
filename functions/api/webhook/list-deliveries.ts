import * as z from "zod";
import { givenId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { CursorMeta, Links, pageUrl } from "../../../core/contracts/pagination.ts";
import { text } from "../../../core/contracts/text.ts";
import { DELIVERY_STATUSES, WebhookDelivery } from "../../../core/contracts/webhook.ts";
import { listDeliveries as readPage } from "../../../core/operations/webhooks/list-deliveries.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { openText, sealText } from "../sealed-text.ts";
import { validationError } from "../validate.ts";
import { PLACES } from "./webhook-place.ts";

const CURSOR_RULE = "Pass the cursor from links.next unchanged, with the same filters.";

/**
 * GET /v1/webhook/deliveries: returns each event's delivery state, failed deliveries first. Spec: Webhook delivery
 * ('Failed').
 */
export const listDeliveries = route("webhook.deliveries", {
  summary:
    "List event deliveries: failed deliveries (newest first), then pending ones, then delivered ones (newest first)",
  query: z.object({
    status: z.enum(DELIVERY_STATUSES, "The status must be pending, failed or delivered.").optional(),
    instance_id: givenId().optional().meta({ description: "Use this instance's own webhook instead of the account's" }),
    limit: queryInteger("limit", 1, LIMITS.deliveriesPageMax).optional(),
    cursor: text(LIMITS.cursorMaxChars, CURSOR_RULE).optional().meta({ description: CURSOR_RULE }),
  }),
  responses: {
    200: {
      description: "A page of the list. Follow links.next until it is null",
      schema: z.object({ data: z.array(WebhookDelivery), links: Links, meta: CursorMeta }),
      raw: true,
    },
  },
  errors: ["key_not_allowed", "instance_not_found"],
  async handle({ caller, deps, query, baseUrl }) {
    const { limit = LIMITS.deliveriesPageDefault, cursor, status, instance_id: instance } = query;
    const find = instance === undefined ? PLACES.webhook.find : PLACES.instance_webhook.find;
    const place = await find({ caller, deps, params: { ...(instance !== undefined && { id: instance }) } });
    const filter = { ...place, status: status ?? null };

    const scope = JSON.stringify(["deliveries", filter]);
    const hmac = (text: string) => deps.pepper.hmac("cursor", text);
    const after = cursor === undefined ? null : await openText(hmac, scope, cursor);
    if (cursor !== undefined && after === null) throw validationError({ cursor: [CURSOR_RULE] });

    const page = await readPage(deps, filter, { limit, after });
    const next = page.next === null ? null : await sealText(hmac, scope, page.next);
    const again = { status, instance_id: instance, limit: query.limit, cursor: next };
    const nextUrl = next && pageUrl(`${baseUrl}/v1/webhook/deliveries`, again);
    return replyList(page.deliveries, nextUrl, { per_page: limit, next_cursor: next });
  },
});

import * as z from "zod";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { resendEvent as resend } from "../../../core/operations/webhooks/resend-event.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/**
 * POST /v1/webhook/deliveries/{event_id}/resend: posts a failed event again, or a waiting event immediately. Spec:
 * Webhook delivery.
 */
export const resendEvent = route("webhook.resend", {
  summary: "Resend an event that failed or is waiting for its next attempt",
  params: z.object({ event_id: pathText(LIMITS.idMaxChars, "not_found") }),
  responses: { 202: { description: "The event is being sent", schema: z.object({ event_id: z.string() }) } },
  errors: ["not_found", "conflict"],
  async handle({ caller, deps, params }) {
    const place = { account_id: caller.account_id, event_id: params.event_id };
    return reply(202, await resend(deps, place));
  },
});

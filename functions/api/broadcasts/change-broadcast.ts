import { Broadcast, ChangeBroadcastBody, type GivenBroadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { broadcastFileKey } from "../../../core/domain/files/broadcast-file-key.ts";
import { ApiError } from "../../../core/errors.ts";
import { changeBroadcast as change } from "../../../core/operations/broadcasts/change-broadcast.ts";
import { presentBroadcast } from "../../../core/operations/broadcasts/present-broadcast.ts";
import { readBroadcast } from "../../../core/operations/broadcasts/read-broadcast.ts";
import type { BroadcastRecord } from "../../../core/records/broadcasts/broadcast.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { BroadcastParams } from "./broadcast-params.ts";
import { judgeGiven } from "./judge-given.ts";

/**
 * PATCH /v1/broadcasts/{id}: changes only the fields present in the request, and recalculates the audience. Spec:
 * broadcasts.
 */
export const changeBroadcast = route("broadcasts.change", {
  summary: "Change a draft or a scheduled broadcast",
  params: BroadcastParams,
  body: ChangeBroadcastBody,
  responses: { 200: { description: "The updated broadcast", schema: Broadcast } },
  errors: ["broadcast_not_found", "not_found", "conflict", "file_budget_used", "plan_limit", "unavailable"],
  async handle({ caller, deps, params, body, now }) {
    const { broadcast, instance } = await readBroadcast(deps, caller, params.id);
    const { status, audience, media: kept } = broadcast;
    if (status !== "draft" && status !== "scheduled") {
      const message = `The broadcast is ${status}. Only a draft or a scheduled broadcast can be changed.`;
      throw new ApiError("conflict", { message });
    }
    const file = deps.ids.next("file", now);
    const fileKey = broadcastFileKey(broadcast.account_id, instance.id, broadcast.id, file);
    const rules = { allowPrivate: deps.env.ALLOW_PRIVATE_WEBHOOKS === "1", fileKey };
    const hasRecipients = audience.kind === "phones";
    const judged = await judgeGiven(deps, merged(broadcast, body, now), { instance, rules, now, kept, hasRecipients });
    const asked = { ...judged, allowance: PLANS[caller.plan] };
    return reply(200, await presentBroadcast(deps, await change(deps, instance, broadcast, asked)));
  },
});

/**
 * Returns a broadcast's fields after the change. Fields that don't apply to the new audience are dropped. So is a
 * scheduled time that has already passed, because only a time in this request is validated.
 */
function merged(before: BroadcastRecord, body: ChangeBroadcastBody, now: Date): GivenBroadcast {
  const { audience, name, text, interval_seconds, per_day } = before;
  const start_at = before.start_at !== null && before.start_at > now.toISOString() ? before.start_at : null;
  const language = before.language as GivenBroadcast["language"]; // checked when it was made
  const kept = body.audience === undefined || body.audience === audience.kind ? ofAudience(audience) : {};
  const base = { audience: audience.kind, name, text, language, interval_seconds, per_day, start_at };
  return { ...base, ...kept, ...body, text: body.text ?? text, audience: body.audience ?? audience.kind };
}

const ofAudience = ({ days, label_id, include_saved_contacts }: BroadcastRecord["audience"]) => ({
  days,
  label_id,
  include_saved_contacts,
});

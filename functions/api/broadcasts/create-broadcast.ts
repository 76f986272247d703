import { Broadcast, CreateBroadcastBody } from "../../../core/contracts/broadcasts/broadcast.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { broadcastFileKey } from "../../../core/domain/files/broadcast-file-key.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import {
  createBroadcast as create,
  findBroadcastReplay,
  newBroadcastId,
} from "../../../core/operations/broadcasts/create-broadcast.ts";
import { presentBroadcast } from "../../../core/operations/broadcasts/present-broadcast.ts";
import type { BroadcastRecord } from "../../../core/records/broadcasts/broadcast.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { IdempotencyHeaders } from "../messages/idempotent-replies.ts";
import { reply } from "../reply.ts";
import { type Prepared, route } from "../route.ts";
import { judgeGiven } from "./judge-given.ts";

/** POST /v1/broadcasts: 201 with the broadcast, 200 on an idempotent replay. Spec: broadcasts. */
export const createBroadcast = route("broadcasts.create", {
  summary: "Write to many people who have written before",
  headers: IdempotencyHeaders,
  body: CreateBroadcastBody,
  responses: {
    201: { description: "Running, scheduled or a draft; left_out says who does not get it and why", schema: Broadcast },
    200: { description: "A retry with the same Idempotency-Key: the first broadcast as it is now", schema: Broadcast },
  },
  errors: ["instance_not_found", "not_found", "file_budget_used", "plan_limit", "unavailable"],

  // The first request wins whatever the retry's body is, so the replay comes before the body is judged.
  async prepare({ caller, deps, rawBody, rawHeaders }): Promise<Prepared<InstanceRecord>> {
    if (typeof rawBody.instance_id !== "string") return null;
    const instance = await readInstance(deps, caller, rawBody.instance_id);
    const key = IdempotencyHeaders.safeParse(rawHeaders).data?.["idempotency-key"] ?? null;
    const first = await findBroadcastReplay(deps, instance, key);
    return first ? { reply: await answer(deps, { broadcast: first, replayed: true }) } : { ready: instance };
  },

  async handle({ caller, deps, ready: instance, headers, body, now }) {
    const { instance_id, draft, ...fields } = body;
    const id = newBroadcastId(deps);
    const fileKey = broadcastFileKey(instance.account_id, instance.id, id, deps.ids.next("file", now));
    const rules = { allowPrivate: deps.env.ALLOW_PRIVATE_WEBHOOKS === "1", fileKey };
    const judged = await judgeGiven(deps, fields, { instance, rules, now, kept: null, hasRecipients: false });
    const given = judged.given ?? [];
    const idempotency_key = headers["idempotency-key"] ?? null;
    const allowance = PLANS[caller.plan];
    const request = { ...judged, id, instance, given, draft: draft ?? false, idempotency_key, allowance };
    return answer(deps, await create(deps, request));
  },
});

async function answer(deps: ApiDeps, { broadcast, replayed }: { broadcast: BroadcastRecord; replayed: boolean }) {
  const shown = await presentBroadcast(deps, broadcast);
  return replayed ? reply(200, shown, { "Idempotent-Replayed": "true" }) : reply(201, shown);
}

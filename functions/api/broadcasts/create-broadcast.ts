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
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { replyMade } from "../idempotent.ts";
import { type Prepared, route } from "../route.ts";
import { judgeGiven } from "./judge-given.ts";

/** POST /v1/broadcasts: returns 201 with the new broadcast. Spec: broadcasts. */
export const createBroadcast = route("broadcasts.create", {
  summary: "Send a broadcast to many people who have written before",
  body: CreateBroadcastBody,
  responses: {
    201: {
      description: "The broadcast, which is running, scheduled or a draft. left_out lists who does not get it and why",
      schema: Broadcast,
    },
    200: {
      description: "A retry with the same Idempotency-Key: the current state of the first broadcast",
      schema: Broadcast,
    },
  },
  errors: ["instance_not_found", "broadcast_not_found", "not_found", "file_budget_used", "plan_limit", "unavailable"],

  async prepare({ caller, deps, rawBody }): Promise<Prepared<InstanceRecord>> {
    if (typeof rawBody.instance_id !== "string") return null;
    return { ready: await readInstance(deps, caller, rawBody.instance_id) };
  },

  idempotent: {
    async replay({ deps, ready: instance }, key) {
      const first = await findBroadcastReplay(deps, instance, key);
      return first && presentBroadcast(deps, first);
    },
  },

  async handle({ caller, deps, ready: instance, idempotencyKey: idempotency_key, body, now }) {
    const { instance_id, draft, ...fields } = body;
    const id = newBroadcastId(deps);
    const fileKey = broadcastFileKey(instance.account_id, instance.id, id, deps.ids.next("file", now));
    const rules = { allowPrivate: deps.env.ALLOW_PRIVATE_WEBHOOKS === "1", fileKey };
    const judged = await judgeGiven(deps, fields, { instance, rules, now, kept: null, hasRecipients: false });
    const given = judged.given ?? [];
    const allowance = PLANS[caller.plan];
    const request = { ...judged, id, instance, given, draft: draft ?? false, idempotency_key, allowance };
    const { broadcast, replayed } = await create(deps, request);
    return replyMade(201, await presentBroadcast(deps, broadcast), replayed);
  },
});

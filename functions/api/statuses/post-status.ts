import { ID_PREFIXES } from "../../../core/contracts/ids.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { PostStatusBody, Status } from "../../../core/contracts/statuses/status.ts";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import { checkStatus } from "../../../core/domain/statuses/check-status.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { findReplay } from "../../../core/operations/statuses/find-replay.ts";
import { postStatus as post } from "../../../core/operations/statuses/post-status.ts";
import { presentStatus } from "../../../core/operations/statuses/present-status.ts";
import type { FoundStatus } from "../../../core/operations/statuses/read-status.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { IdempotencyHeaders } from "../messages/idempotent-replies.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";

/** POST /v1/instances/{id}/statuses: 202 with the status, 200 on an idempotent replay. Spec: statuses. */
export const postStatus = route("statuses.post", {
  summary: "Post a status",
  params: InstanceParams,
  headers: IdempotencyHeaders,
  body: PostStatusBody,
  responses: {
    202: { description: "Accepted: it is posted when no reply waits, or fails after 2 hours", schema: Status },
    200: { description: "A retry with the same Idempotency-Key: the first status as it is now", schema: Status },
  },
  errors: ["instance_not_found", "limit_reached", "backlog_full", "file_budget_used", "plan_limit", "unavailable"],
  async handle({ caller, deps, params, headers, body, now }) {
    const instance = await readInstance(deps, caller, params.id);
    const key = headers["idempotency-key"] ?? null;
    const first = await findReplay(deps, instance, key);
    if (first) return answer(deps, { ...first, replayed: true });
    const id = deps.ids.next(ID_PREFIXES.status, now);
    const fileKey = mediaKey(caller.account_id, instance.id, id);
    const status = checkStatus(body, { allowPrivate: deps.env.ALLOW_PRIVATE_WEBHOOKS === "1", fileKey });
    if ("errors" in status) throw validationError(status.errors);
    const { messagesPerDay: messages_per_day } = PLANS[caller.plan];
    return answer(deps, await post(deps, { id, instance, status, messages_per_day, idempotency_key: key }));
  },
});

async function answer(deps: ApiDeps, { replayed, ...found }: FoundStatus & { replayed: boolean }) {
  const shown = await presentStatus(deps, found);
  return replayed ? reply(200, shown, { "Idempotent-Replayed": "true" }) : reply(202, shown);
}

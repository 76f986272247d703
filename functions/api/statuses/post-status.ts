import { ID_PREFIXES } from "../../../core/contracts/ids.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { PostStatusBody, Status } from "../../../core/contracts/statuses/status.ts";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import { checkStatus } from "../../../core/domain/statuses/check-status.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { findStatusReplay } from "../../../core/operations/statuses/find-replay.ts";
import { postStatus as post } from "../../../core/operations/statuses/post-status.ts";
import { presentStatus } from "../../../core/operations/statuses/present-status.ts";
import { replyMade } from "../idempotent.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";

/** POST /v1/instances/{id}/statuses: returns 202 with the status. Spec: statuses. */
export const postStatus = route("statuses.post", {
  summary: "Post a status",
  params: InstanceParams,
  body: PostStatusBody,
  responses: {
    202: {
      description: "The status, which was accepted. It is posted once no replies are waiting, or fails after 2 hours",
      schema: Status,
    },
    200: {
      description: "A retry with the same Idempotency-Key: the current state of the first status",
      schema: Status,
    },
  },
  errors: [
    "instance_not_found",
    "status_not_found",
    "limit_reached",
    "backlog_full",
    "file_budget_used",
    "plan_limit",
    "unavailable",
  ],

  prepare: async ({ caller, deps, rawParams }) => ({ ready: await readInstance(deps, caller, rawParams.id ?? "") }),

  idempotent: {
    async replay({ deps, ready: instance }, key) {
      const first = await findStatusReplay(deps, instance, key);
      return first && presentStatus(deps, first);
    },
  },

  async handle({ caller, deps, ready: instance, idempotencyKey: idempotency_key, body, now }) {
    const id = deps.ids.next(ID_PREFIXES.status, now);
    const fileKey = mediaKey(caller.account_id, instance.id, id);
    const status = checkStatus(body, { allowPrivate: deps.env.ALLOW_PRIVATE_WEBHOOKS === "1", fileKey });
    if ("errors" in status) throw validationError(status.errors);
    const { messagesPerDay: messages_per_day } = PLANS[caller.plan];
    const { replayed, ...made } = await post(deps, { id, instance, status, messages_per_day, idempotency_key });
    return replyMade(202, await presentStatus(deps, made), replayed);
  },
});

import type { EventRecord } from "../contracts/event.ts";
import type { WebhookRecord } from "../contracts/webhook.ts";
import { afterFailure, DEATHS_PER_TRY } from "../domain/endpoint-policy.ts";
import { signatureHeaders } from "../domain/signature.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import { putRow } from "../lanes/put-row.ts";
import type { Post, PostResult, Vault } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { ConditionFailed, TransactionRefused, type Write } from "../store/table.ts";
import { type Delivery, ENDPOINT_QUEUES } from "./endpoint-rows.ts";
import { openAuthHeader, openSecrets } from "./webhook-secrets.ts";

/** What delivering needs. `docsUrl`: address of the public guides, named in the User-Agent. */
export interface DeliveryDeps extends LaneDeps {
  vault: Vault;
  post: Post;
  docsUrl: string;
}

/** One event, the webhook as it stands now, and the run that posts it. */
export interface DeliveryTask {
  lane: string;
  delivery: Delivery;
  webhook: WebhookRecord & { url: string };
  fence: number;
  /** The check right before the post: lane and slot are ours for so many more seconds. */
  holds(forSec: number): Promise<boolean>;
}

/** `gone`: somebody else ended the row. `lost`: the lane or slot is no longer ours, the run must stop. */
export type DeliveryOutcome = "delivered" | "retry" | "failed" | "ended" | "gone" | "lost";

/** Stored when all ten tries are used; shown as 'Failed'. Spec: Webhook delivery. */
export interface FailedDelivery {
  event_id: string;
  account_id: string;
  owner: string;
  type: string;
  tries: number;
  /** Of the last try; null = no answer. */
  status: number | null;
  error: string | null;
  failed_at: string;
  /** When the record is deleted, epoch seconds: with its event. */
  ttl: number;
}

/** Seconds that must be left on both leases before a post: its 15 s and what recording the result takes. */
const POST_NEEDS_SEC = 20;

const DIED: PostResult = { status: null, error: "The try was interrupted on our side before its answer was known." };

/**
 * Posts one event once and records what came of it. Everything that can fail on our side comes before the claim, so
 * that a claim without a result means a worker that died. Spec: Events › Signature, Delivery.
 */
export async function deliverEvent(deps: DeliveryDeps, task: DeliveryTask): Promise<DeliveryOutcome> {
  const { delivery, webhook } = task;
  const event = (await deps.table.get(keys.event(webhook.account_id, delivery.event_id))) as EventRecord | null; // written by publish-event only
  if (!event) {
    await endDelivery(deps, delivery, "no_event");
    return "ended";
  }
  const secrets = await openSecrets(deps.vault, webhook, deps.clock.now());
  if (secrets.length === 0) throw new Error("A webhook with a url has no signing secret.");
  const authHeader = await openAuthHeader(deps.vault, webhook);

  const claimed = await claim(deps, task);
  if (claimed.kind !== "claimed") return claimed.kind;
  if (claimed.deaths >= DEATHS_PER_TRY) return recordFailure(deps, task, event, DIED);

  if (!(await task.holds(POST_NEEDS_SEC))) return "lost";
  const result = await deps.post({
    url: webhook.url,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": `Service-Webhooks/1 (+${deps.docsUrl}/guides/webhooks)`,
      ...signatureHeaders({ id: event.id, at: deps.clock.now(), body: event.body, secrets }),
      ...authHeader,
    },
    body: event.body,
  });
  const isDelivered = result.status !== null && result.status >= 200 && result.status <= 299;
  return isDelivered ? recordDelivered(deps, task, result) : recordFailure(deps, task, event, result);
}

/** Ends a waiting event without a post. */
export async function endDelivery(deps: LaneDeps, delivery: Delivery, reason: string): Promise<void> {
  await deps.table.write({ delete: { pk: delivery.row.pk, sk: delivery.row.sk } });
  deps.log.info({ lane: delivery.row.pk, event_id: delivery.event_id, reason }, "a waiting event ended without a post");
}

type ClaimResult = { kind: "claimed"; deaths: number } | { kind: "gone" } | { kind: "lost" };

/** Takes the row up for this run. A claim of an earlier run that is still there means it died with its post. */
async function claim(deps: LaneDeps, { delivery: { row }, fence }: DeliveryTask): Promise<ClaimResult> {
  const deaths = (row.deaths ?? 0) + (row.claim === undefined ? 0 : 1);
  try {
    await deps.table.write({
      update: { pk: row.pk, sk: row.sk },
      set: { claim: fence, deaths },
      if: [
        { item: "exists" },
        { anyOf: [[{ field: "claim", is: "missing" }], [{ field: "claim", op: "<", value: fence }]] },
      ],
    });
    return { kind: "claimed", deaths };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (!error.item) return { kind: "gone" };
    // Ours already: the answer to the first request was lost on the way.
    return error.item.claim === fence ? { kind: "claimed", deaths } : { kind: "lost" };
  }
}

const ifMine = (task: DeliveryTask): Write => ({
  delete: { pk: task.delivery.row.pk, sk: task.delivery.row.sk },
  if: [{ field: "claim", op: "=", value: task.fence }],
});

const logFields = (task: DeliveryTask, result: PostResult) => ({
  lane: task.lane,
  event_id: task.delivery.event_id,
  attempt: task.delivery.row.tries + 1,
  status: result.status,
});

async function recordDelivered(deps: LaneDeps, task: DeliveryTask, result: PostResult): Promise<DeliveryOutcome> {
  try {
    await deps.table.write(ifMine(task));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.item) return "lost"; // a later run took it up: it decides
  }
  deps.log.info(logFields(task, result), "an event was delivered");
  return "delivered";
}

async function recordFailure(
  deps: LaneDeps,
  task: DeliveryTask,
  event: EventRecord,
  result: PostResult,
): Promise<DeliveryOutcome> {
  const now = deps.clock.now();
  const { row, queued_at: queuedAt, expires_at: expiresAt } = task.delivery;
  const after = afterFailure(row.tries, now);
  const put: Write =
    after.kind === "retry"
      ? onLadder(task, { due: after.due, tries: after.tries, queuedAt, expiresAt, result, now })
      : {
          put: {
            ...keys.failedDelivery(event.account_id, task.webhook.owner, event.id),
            ...failedRecord(task, event, result, now),
          },
        };
  try {
    await deps.table.transact([ifMine(task), put]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // Ended meanwhile (its URL was removed), or a later run took it up.
    return error.failed[0] === null ? "gone" : "lost";
  }
  deps.log.info(
    { ...logFields(task, result), due: after.kind === "retry" ? after.due.toISOString() : null },
    "a try failed",
  );
  return after.kind;
}

function onLadder(
  task: DeliveryTask,
  retry: { due: Date; tries: number; queuedAt: Date; expiresAt: Date; result: PostResult; now: Date },
): Write {
  const row = putRow(
    {
      lane: task.lane,
      queue: ENDPOINT_QUEUES.ladder,
      order: retry.due.toISOString(),
      id: task.delivery.event_id,
      due: retry.due,
      expires_at: retry.expiresAt,
      data: {
        queued_at: retry.queuedAt.toISOString(),
        last_status: retry.result.status,
        last_error: retry.result.error,
      },
    },
    retry.now,
  );
  return { put: { ...row.put, tries: retry.tries }, if: row.if };
}

function failedRecord(task: DeliveryTask, event: EventRecord, result: PostResult, now: Date): FailedDelivery {
  return {
    event_id: event.id,
    account_id: event.account_id,
    owner: task.webhook.owner,
    type: event.type,
    tries: task.delivery.row.tries + 1,
    status: result.status,
    error: result.error,
    failed_at: now.toISOString(),
    ttl: event.ttl,
  };
}

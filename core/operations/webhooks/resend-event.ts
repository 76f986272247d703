import type { AccountId, EventId } from "../../contracts/ids.ts";
import { TRIES } from "../../domain/webhooks/retry-ladder.ts";
import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { type Delivery, deliveriesOf } from "../../records/webhooks/endpoint-rows.ts";
import { lifeOf } from "../../records/webhooks/endpoint-state.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { TransactionRefused } from "../../store/table.ts";
import { requeued } from "../delivering/requeue-ladder.ts";
import { readKeptEvent } from "./read-kept-event.ts";
import { requireUrl } from "./test-webhook.ts";

/** How many rows on the ladder to search for an event. `LADDER_PAGE` is the number of rows per read. */
const LADDER_ROWS = 2_000; // our choice: docs/decisions/0215
const LADDER_PAGE = 500;

/**
 * Resends an event through the webhook's lane. A failed event is posted one more time, to the webhook's current URL;
 * after that, it has either been delivered or failed again. An event waiting for its next attempt is attempted
 * immediately. Neither attempt counts toward the automatic pause. Spec: Webhook delivery, 'Send again'.
 * @throws ApiError not_found for an event that is not stored; conflict if the event was delivered, is being sent, or is
 * waiting for a paused webhook, or if no URL is set.
 */
export async function resendEvent(
  deps: LaneDeps,
  { account_id: account, event_id: id }: { account_id: AccountId; event_id: EventId },
): Promise<{ event_id: EventId }> {
  const now = deps.clock.now();
  const event = await readKeptEvent(deps.table, account, id, now);
  const owners = event.instance_id === null ? ["account"] : [event.instance_id, "account"];
  const [webhooks, failed] = await Promise.all([
    Promise.all(owners.map((owner) => webhookSettings(deps, account, owner))),
    deps.table.getMany(owners.map((owner) => keys.failedDelivery(account, owner, id))),
  ]);
  const [failure] = failed;
  if (!failure) return sendEarlier(deps, webhooks, id);
  const [own, shared] = webhooks;
  const webhook = own?.url ? own : (shared ?? own);
  if (!webhook) throw notFailed();
  requireUrl(webhook);

  const lane = endpointLane(account, webhook.owner);
  const { put, if: absent } = putRow(
    {
      lane,
      queue: ENDPOINT_QUEUES.untried,
      id,
      due: now,
      expires_at: new Date(event.ttl * 1000),
      data: { life: lifeOf(webhook), resent: true },
    },
    now,
  );
  try {
    await deps.table.transact([
      { delete: { pk: failure.pk, sk: failure.sk }, if: [{ item: "exists" }] },
      // Leaves exactly one more attempt.
      { put: { ...put, tries: TRIES - 1 }, if: absent },
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw notFailed(); // another request has sent it again in the meantime
    throw error;
  }
  await ensureWake(deps, lane, now, ENDPOINT_QUEUES.untried);
  return { event_id: id };
}

/**
 * Moves an event from the ladder into the untried queue. Attempts already made still count. If an attempt is in
 * progress, the event may arrive twice, as any event may.
 */
async function sendEarlier(
  deps: LaneDeps,
  webhooks: readonly WebhookRecord[],
  id: EventId,
): Promise<{ event_id: EventId }> {
  for (const webhook of webhooks) {
    const { account_id: account, owner } = webhook;
    if (webhook.url === null || webhook.paused_at !== undefined) continue;
    const lane = endpointLane(account, owner);
    const waiting = await findOnLadder(deps, lane, id);
    if (!waiting || waiting.row.claim !== undefined) continue;
    const now = deps.clock.now();
    if (!(await isCommitted(deps.table.transact(requeued(waiting, lane, webhook, now, true))))) throw notFailed();
    await ensureWake(deps, lane, now, ENDPOINT_QUEUES.untried);
    return { event_id: id };
  }
  throw notFailed();
}

async function findOnLadder(deps: LaneDeps, lane: string, id: EventId): Promise<Delivery | null> {
  let after: string | undefined;
  for (let read = 0; read < LADDER_ROWS; read += LADDER_PAGE) {
    const { deliveries, more } = await deliveriesOf(deps, lane, "ladder", LADDER_PAGE, { after });
    const found = deliveries.find(({ event_id }) => event_id === id);
    if (found) return found;
    after = deliveries.at(-1)?.row.sk;
    if (!more || after === undefined) break;
  }
  return null;
}

const notFailed = () =>
  new ApiError("conflict", {
    message:
      "Only an event that failed, or that is waiting for its next attempt, can be resent. This event was delivered, is being sent, or is held by a paused webhook. POST …/webhook/try sends all waiting events.",
  });

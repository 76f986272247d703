import { endReason } from "../../domain/webhooks/endpoint-policy.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import { rowSortKey } from "../../lanes/put-row.ts";
import type { EventRecord } from "../../records/event.ts";
import { eventRecords, recordWrite } from "../../records/event.ts";
import { tryWrite } from "../../records/webhooks/delivery-try.ts";
import { type Delivery, deliveriesOf, triesOf } from "../../records/webhooks/endpoint-rows.ts";
import {
  endpointSettings,
  lifeOf,
  POST_NEEDS_SEC,
  probeFailed,
  probeStart,
  resumeWrites,
  SETTINGS_LIMIT_MS,
} from "../../records/webhooks/endpoint-state.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import type { Write } from "../../store/table.ts";
import { atTable } from "../../store/table-time.ts";
import { claimWrite, deathsOf, endDelivery } from "./deliver-event.ts";
import { isOfRemoved } from "./leave-out-removed.ts";
import { makeTestEvent } from "./make-test-event.ts";
import type { DeliveredNotes } from "./note-delivered.ts";
import { type DeliveryDeps, isAccepted, type OpenWebhook, preparePost } from "./post-event.ts";
import { ifMine } from "./record-result.ts";

/** One try of a paused endpoint, by the run that holds its lane and its URL's slot. */
export interface ProbeTask {
  lane: string;
  webhook: OpenWebhook;
  fence: number;
  holds(forSec: number): Promise<boolean>;
  /** The notes of this run. */
  delivered: DeliveredNotes;
}

/** `changed`: the webhook or the event is not as it was read; nothing was posted. */
export type ProbeOutcome = "resumed" | "refused" | "changed" | "lost";

/**
 * Posts one kept event to a paused endpoint without using one of its tries: the oldest first, then one after the other,
 * so that one event which is always refused doesn't keep the endpoint paused. Nothing kept: a `webhook.test`. Accepted:
 * the endpoint is active again. Spec: Webhook delivery, `paused`.
 */
export async function probeWebhook(deps: DeliveryDeps, task: ProbeTask): Promise<ProbeOutcome> {
  const { webhook, fence } = task;
  const delivery = await nextKept(deps, task);
  const now = deps.clock.now();
  const made = atTable(deps.table, now);
  const event = delivery ? await eventOf(deps, webhook, delivery) : makeTestEvent(deps, webhook, made);
  if (!event) {
    if (delivery) await endDelivery(deps, delivery, "no_event");
    return "changed";
  }
  if (delivery && (await isOfRemoved(deps.table, webhook, event, now))) {
    await endDelivery(deps, delivery, "instance_removed");
    return "changed";
  }
  const post = await preparePost(deps, webhook, event);
  const start = probeStart(webhook, delivery ? event.id : null, now);
  const deaths = delivery ? deathsOf(delivery) : 0;
  const taken: Write[] = delivery
    ? [claimWrite(delivery, fence, { probing: true, ...(deaths > 0 && { deaths }) })]
    : [recordWrite(event, made, true)];
  const seenAt = deps.clock.now().getTime();
  if (!(await committed(deps, [start, ...taken]))) return "changed";

  if (!(await task.holds(POST_NEEDS_SEC))) return "lost";
  if (deps.clock.now().getTime() > seenAt + SETTINGS_LIMIT_MS) return "changed";
  const result = await post();
  const outcome = { asked: webhook.try_asked ?? null, delivered: isAccepted(result), status: result.status };
  deps.log.info({ lane: task.lane, event_id: event.id, status: result.status }, "a paused endpoint was tried");
  if (outcome.delivered) {
    const tries = (delivery ? triesOf(delivery.row, lifeOf(webhook)) : 0) + 1;
    task.delivered.add({ event_id: event.id, status: result.status, ms: result.ms, tries });
    return resume(deps, task, delivery, outcome);
  }
  const noted: Write[] = delivery
    ? [
        {
          update: { pk: delivery.row.pk, sk: delivery.row.sk },
          set: { last_status: result.status, last_error: result.error, ...(result.ms && { last_ms: result.ms }) },
          remove: ["claim", "probing"],
          if: [{ field: "claim", op: "=", value: fence }],
        },
        tryWrite(webhook, event, result, deps.clock.now()),
      ]
    : [];
  // Each for itself: the one must be told also when the other is no longer there.
  await committed(deps, [probeFailed(webhook, outcome)]);
  if (noted.length > 0) await committed(deps, noted);
  return "refused";
}

/** The kept event after the last one tried, else the oldest; what is too old ends by the policy. */
async function nextKept({ table, clock }: DeliveryDeps, { lane, webhook }: ProbeTask): Promise<Delivery | null> {
  const settings = endpointSettings(webhook);
  const isKept = (one: Delivery) => endReason(one, settings, clock.now()) === null;
  if (webhook.probed !== undefined) {
    const after = rowSortKey(ENDPOINT_QUEUES.untried, webhook.probed);
    const behind = await deliveriesOf({ table, clock }, lane, "untried", 1, { after });
    const next = behind.deliveries.find(isKept);
    if (next) return next;
  }
  const oldest = await deliveriesOf({ table, clock }, lane, "untried", 1);
  return oldest.deliveries.find(isKept) ?? null;
}

async function eventOf(deps: DeliveryDeps, webhook: WebhookRecord, delivery: Delivery): Promise<EventRecord | null> {
  return eventRecords.read(deps.table, webhook.account_id, delivery.event_id);
}

async function resume(
  deps: DeliveryDeps,
  task: ProbeTask,
  delivery: Delivery | null,
  outcome: NonNullable<WebhookRecord["try_result"]>,
): Promise<ProbeOutcome> {
  const now = deps.clock.now();
  const state = resumeWrites(deps.ids, task.webhook, now, { try_result: outcome });
  const mine = delivery ? [ifMine(delivery, task.fence)] : [];
  const isWhole = await committed(deps, [...mine, ...state]);
  if (!isWhole) {
    // The URL was changed, or the row is another run's: what can still be written is.
    if (mine.length > 0) await committed(deps, mine);
    await committed(deps, state);
  }
  await ensureWake(deps, task.lane, now, null);
  return isWhole ? "resumed" : "changed";
}

const committed = (deps: DeliveryDeps, writes: Write[]) => isCommitted(deps.table.transact(writes));

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
  probeAnswered,
  probeFailed,
  probeStart,
  recallWrites,
  resumeWrites,
  SETTINGS_LIMIT_MS,
} from "../../records/webhooks/endpoint-state.ts";
import type { TryResult, WebhookRecord } from "../../records/webhooks/webhook.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { hasWrites } from "../../store/some-writes.ts";
import type { SomeWrites, Write } from "../../store/table.ts";
import { atTable } from "../../store/table-time.ts";
import { claimWrite, deathsOf, endDelivery } from "./deliver-event.ts";
import { isOfRemoved } from "./leave-out-removed.ts";
import { makeTestEvent } from "./make-test-event.ts";
import type { DeliveredNotes } from "./note-delivered.ts";
import { type DeliveryDeps, isAccepted, type OpenWebhook, preparePost } from "./post-event.ts";
import { ifMine } from "./record-result.ts";

/**
 * A probe of an endpoint that is paused or that a customer asked to probe. The run that makes the probe holds the
 * endpoint's lane and its URL's slot.
 */
export interface ProbeTask {
  lane: string;
  webhook: OpenWebhook;
  fence: number;
  holds(forSec: number): Promise<boolean>;
  /** The run's notes about accepted posts. */
  delivered: DeliveredNotes;
}

/**
 * The number of ladder rows that a probe searches for the oldest event, followed by the number of rows per read. Both
 * are design choices: 0137.
 */
const LADDER_ROWS = 10_000;
const LADDER_PAGE = 500;

/**
 * `resumed` means that the post was accepted. `changed` means that nothing was posted, because the webhook or the event
 * had changed since it was read.
 */
export type ProbeOutcome = "resumed" | "refused" | "changed" | "lost";

/**
 * Posts one waiting event to an endpoint without using up any of the event's attempts. Each probe picks the next event,
 * starting with the oldest, so an event that is always refused does not block the events after it. If no event is
 * waiting, a `webhook.test` is posted. If the post is accepted, the endpoint becomes active and all waiting events are
 * posted in order. Spec: Webhook delivery, `paused`.
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
  deps.log.info({ lane: task.lane, event_id: event.id, status: result.status }, "a paused endpoint was probed");
  // The result answers the request, so if this worker dies before the request is removed, it is not repeated.
  const answered = webhook.try_asked === undefined ? [] : [probeAnswered(webhook)];
  if (outcome.delivered) {
    const tries = (delivery ? triesOf(delivery.row, lifeOf(webhook)) : 0) + 1;
    task.delivered.add({ event_id: event.id, status: result.status, ms: result.ms, tries });
    const ended = await accepted(deps, task, delivery, outcome);
    if (ended === "resumed" && hasWrites(answered)) await committed(deps, answered);
    return ended;
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
  // Write this separately: it must be written even if the row no longer exists.
  await committed(deps, [probeFailed(webhook, outcome)]);
  for (const writes of [answered, noted]) if (hasWrites(writes)) await committed(deps, writes);
  return "refused";
}

/**
 * Returns the next waiting event after the last probe's event or, if there is none, the oldest waiting event. Skips
 * events that are too old, because the policy discards those.
 */
async function nextKept(deps: DeliveryDeps, task: ProbeTask): Promise<Delivery | null> {
  const { probed } = task.webhook;
  return (probed === undefined ? null : await oldestKept(deps, task, probed)) ?? oldestKept(deps, task);
}

/**
 * Returns the oldest waiting event or, if `after` is passed, the next event after it. While the endpoint is paused, the
 * ladder is empty.
 */
async function oldestKept(deps: DeliveryDeps, { lane, webhook }: ProbeTask, after?: string): Promise<Delivery | null> {
  const settings = endpointSettings(webhook);
  const now = deps.clock.now();
  const behind = after === undefined ? {} : { after: rowSortKey(ENDPOINT_QUEUES.untried, after) };
  const { deliveries } = await deliveriesOf(deps, lane, "untried", 1, behind);
  const retries = webhook.paused_at === undefined ? await oldestOnLadder(deps, lane, after) : [];
  return [...deliveries, ...retries].filter((one) => endReason(one, settings, now) === null).sort(byEvent)[0] ?? null;
}

const byEvent = (a: Delivery, b: Delivery) => (a.event_id < b.event_id ? -1 : 1);

/**
 * Returns the oldest event on the ladder. The ladder is sorted by the time of the next attempt, so on a very long
 * ladder, only the events with the earliest attempts are considered.
 */
async function oldestOnLadder(deps: DeliveryDeps, lane: string, afterEvent = ""): Promise<Delivery[]> {
  let oldest: Delivery[] = [];
  let after: string | undefined;
  for (let read = 0; read < LADDER_ROWS; read += LADDER_PAGE) {
    const { deliveries, more } = await deliveriesOf(deps, lane, "ladder", LADDER_PAGE, { after });
    oldest = [...oldest, ...deliveries.filter(({ event_id: id }) => id > afterEvent)].sort(byEvent).slice(0, 1);
    after = deliveries.at(-1)?.row.sk;
    if (!more || after === undefined) break;
  }
  return oldest;
}

async function eventOf(deps: DeliveryDeps, webhook: WebhookRecord, delivery: Delivery): Promise<EventRecord | null> {
  return eventRecords.read(deps.table, webhook.account_id, delivery.event_id);
}

async function accepted(
  deps: DeliveryDeps,
  task: ProbeTask,
  delivery: Delivery | null,
  outcome: TryResult,
): Promise<ProbeOutcome> {
  const now = deps.clock.now();
  const { webhook } = task;
  const state =
    webhook.paused_at === undefined
      ? recallWrites(webhook, now, outcome)
      : resumeWrites(deps.ids, webhook, now, { try_result: outcome });
  const mine = delivery ? [ifMine(delivery, task.fence)] : [];
  const isWhole = await committed(deps, [...state, ...mine]);
  if (!isWhole) {
    // The URL was changed or another run has the row, so make only the writes that are still possible.
    if (hasWrites(mine)) await committed(deps, mine);
    await committed(deps, state);
  }
  await ensureWake(deps, task.lane, now, null);
  return isWhole ? "resumed" : "changed";
}

const committed = (deps: DeliveryDeps, writes: SomeWrites) => isCommitted(deps.table.transact(writes));

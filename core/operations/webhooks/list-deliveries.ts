import type { EventType } from "../../contracts/event-types.ts";
import type { AccountId, EventId } from "../../contracts/ids.ts";
import type { DeliveryStatus, WebhookDelivery } from "../../contracts/webhook.ts";
import { endReason } from "../../domain/webhooks/endpoint-policy.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Clock } from "../../ports.ts";
import type { EventRecord } from "../../records/event.ts";
import { eventRecords } from "../../records/event.ts";
import type { Delivered } from "../../records/webhooks/delivered.ts";
import { type Delivery, deliveriesOf, triesOf } from "../../records/webhooks/endpoint-rows.ts";
import { endpointSettings, lifeOf } from "../../records/webhooks/endpoint-state.ts";
import type { FailedDelivery } from "../../records/webhooks/failed-delivery.ts";
import { failedDeliveries } from "../../records/webhooks/failed-delivery.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import type { Table } from "../../store/table.ts";
import { leaveOutRemoved } from "../delivering/leave-out-removed.ts";
import { listDelivered } from "./list-delivered.ts";

interface ListDeps {
  table: Table;
  clock: Clock;
}

/** The webhook's owner, and which deliveries to list. A null `status` selects all deliveries. */
export interface DeliveryFilter {
  account_id: AccountId;
  owner: string;
  status: DeliveryStatus | null;
}

/**
 * The sections of the list, in order: failed events, newest first; retries, by due time; the queue; delivered events,
 * newest first.
 */
const SECTIONS = ["failed", "ladder", "untried", "delivered"] as const;
type Section = (typeof SECTIONS)[number];

const STATUS_OF = {
  failed: "failed",
  ladder: "pending",
  untried: "pending",
  delivered: "delivered",
} as const satisfies Record<Section, DeliveryStatus>;

/**
 * Lists a webhook's deliveries. @returns a page and the position to continue after, which is null on the last page.
 * Spec: Webhook delivery ("shown as 'Failed'").
 */
export async function listDeliveries(
  deps: ListDeps,
  filter: DeliveryFilter,
  page: { limit: number; after: string | null },
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  const webhook = await webhookSettings(deps, filter.account_id, filter.owner);
  const wanted = SECTIONS.filter((section) => filter.status === null || STATUS_OF[section] === filter.status);
  const [from, sk] = splitPosition(page.after);
  const deliveries: WebhookDelivery[] = [];
  let after = sk;
  for (const section of wanted.slice(Math.max(0, wanted.indexOf(from ?? "failed")))) {
    const room = page.limit - deliveries.length;
    const found = await readSection(deps, webhook, section, { limit: room, after });
    deliveries.push(...(await leaveOutRemoved(deps.table, filter.account_id, found.deliveries)));
    if (found.last !== null && found.more) return { deliveries, next: `${section}|${found.last}` };
    after = undefined;
    const following = wanted[wanted.indexOf(section) + 1];
    if (deliveries.length >= page.limit && following) return { deliveries, next: `${following}|` };
  }
  return { deliveries, next: null };
}

function splitPosition(position: string | null): [Section | null, string | undefined] {
  const [name, sk] = (position ?? "").split("|", 2);
  const section = SECTIONS.find((one) => one === name) ?? null;
  return [section, sk || undefined];
}

interface Found {
  deliveries: WebhookDelivery[];
  /** The sort key of the last row read. */
  last: string | null;
  more: boolean;
}

async function readSection(
  deps: ListDeps,
  webhook: WebhookRecord,
  section: Section,
  page: { limit: number; after: string | undefined },
): Promise<Found> {
  if (section === "failed") return readFailed(deps, webhook, page);
  if (section === "delivered") return readDelivered(deps, webhook, page);
  return readPending(deps, webhook, section, page);
}

async function readFailed(
  { table, clock }: ListDeps,
  { account_id: account, owner }: WebhookRecord,
  page: { limit: number; after: string | undefined },
): Promise<Found> {
  const { pk } = keys.failedDelivery(account, owner, "");
  const { items, more } = await table.query({
    pk,
    limit: page.limit,
    descending: true,
    ...(page.after !== undefined && { before: page.after }),
  });
  const records = items.map(failedDeliveries.of);
  const kept = records.filter((record) => record.ttl * 1000 > clock.now().getTime());
  return { deliveries: kept.map(failedView), last: items.at(-1)?.sk ?? null, more };
}

const failedView = (record: FailedDelivery): WebhookDelivery => ({
  event_id: record.event_id,
  type: record.type as EventType, // from the event table
  instance_id: record.instance_id,
  status: "failed",
  tries: record.tries,
  status_code: record.status,
  ms: record.ms ?? null,
  error: record.error,
  next_try_at: null,
  created_at: record.created_at,
  failed_at: wireTime(new Date(record.failed_at)),
  delivered_at: null,
});

async function readPending(
  deps: ListDeps,
  webhook: WebhookRecord,
  queue: "ladder" | "untried",
  page: { limit: number; after: string | undefined },
): Promise<Found> {
  const { account_id: account, owner } = webhook;
  const { limit, after } = page;
  const { deliveries, more } = await deliveriesOf(deps, endpointLane(account, owner), queue, limit, { after });
  const events = await eventsOf(deps.table, account, deliveries);
  const now = deps.clock.now();
  const views = deliveries.flatMap((delivery) => {
    const event = events.get(delivery.event_id);
    const isKept = event && endReason(delivery, endpointSettings(webhook), now) === null;
    return isKept ? [pendingView(delivery, event, webhook)] : [];
  });
  return { deliveries: views, last: deliveries.at(-1)?.row.sk ?? null, more };
}

function pendingView(delivery: Delivery, event: EventRecord, webhook: WebhookRecord): WebhookDelivery {
  const { row } = delivery;
  const isOnLadder = row.sk.startsWith("D#") && webhook.paused_at === undefined;
  return {
    event_id: event.id,
    type: event.type as EventType, // from the event table
    instance_id: event.instance_id,
    status: "pending",
    tries: triesOf(row, lifeOf(webhook)),
    status_code: row.last_status ?? null,
    ms: row.last_ms ?? null,
    error: row.last_error ?? null,
    next_try_at: isOnLadder ? wireTime(delivery.due) : null,
    created_at: event.created_at,
    failed_at: null,
    delivered_at: null,
  };
}

async function readDelivered(
  { table, clock }: ListDeps,
  webhook: WebhookRecord,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<Found> {
  const before = after === undefined ? null : Number.parseInt(after, 36);
  const { delivered, more } = await listDelivered(table, webhook, { limit, before });
  const events = await eventsOf(table, webhook.account_id, delivered);
  const now = clock.now().getTime();
  const deliveries = delivered.flatMap((one) => {
    const event = events.get(one.event_id);
    return event && event.ttl * 1000 > now ? [deliveredView(one, event)] : [];
  });
  return { deliveries, last: delivered.at(-1)?.at.toString(36) ?? null, more };
}

const deliveredView = ({ at, status, ms, tries }: Delivered, event: EventRecord): WebhookDelivery => ({
  event_id: event.id,
  type: event.type as EventType, // from the event table
  instance_id: event.instance_id,
  status: "delivered",
  tries,
  status_code: status,
  ms,
  error: null,
  next_try_at: null,
  created_at: event.created_at,
  failed_at: null,
  delivered_at: wireTime(new Date(at)),
});

async function eventsOf(
  table: Table,
  account: AccountId,
  named: readonly { event_id: EventId }[],
): Promise<Map<EventId, EventRecord>> {
  const found = await table.getMany(named.map(({ event_id: id }) => keys.event(account, id)));
  return new Map(found.map(eventRecords.of).map((event) => [event.id, event]));
}

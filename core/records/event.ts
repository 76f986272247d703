import { BUS_MARKERS } from "../contracts/bus-events.ts";
import { DAY_MS } from "../contracts/durations.ts";
import { DEFAULT_EVENTS, type EventType } from "../contracts/event-types.ts";
import { STREAM_MARKER } from "../contracts/events/stream-marker.ts";
import type { AccountId, EventId, InstanceId } from "../contracts/ids.ts";
import { ID_PREFIXES } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { wireTime } from "../domain/wire-time.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps, LaneRow } from "../lanes/lane.ts";
import { putRow, rowId } from "../lanes/put-row.ts";
import { keys } from "../store/keys.ts";
import { endpointLane } from "../store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../store/lane-queues.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Key, Write } from "../store/table.ts";
import { webhookRecords } from "./webhooks/webhook.ts";

/** An event that doesn't have an id yet. `data` has the fields listed in the spec's event table. */
export interface EventDraft {
  account_id: AccountId;
  instance_id: InstanceId | null;
  type: EventType;
  data: Record<string, unknown>;
}

/** The route for an account's events. It is read once per change, right before the change's transaction. */
export interface EventRoute {
  chosen: Set<string>;
  /** The endpoint lane for the events, or null if no URL is set and the events can only be polled. */
  lane: string | null;
  /** When events stop being marked for the stream's connections on AWS (ISO). Absent if they aren't marked. */
  streamed_until?: string;
}

/**
 * Reads which events the account has subscribed to and which webhook to use: the instance's or, if that has no URL, the
 * account's. Spec: Events, Rules 1–2.
 */
export async function eventRoute(
  deps: Pick<LaneDeps, "table">,
  account: AccountId,
  instance: InstanceId | null,
): Promise<EventRoute> {
  return routeOf(account, instance, await deps.table.getMany(routeKeys(account, instance)));
}

/** Returns the keys of the items that make up a route, for callers that read them along with other items. */
export function routeKeys(account: AccountId, instance: InstanceId | null): Key[] {
  const shared = keys.webhook(account, "account");
  return instance === null ? [shared] : [shared, keys.webhook(account, instance)];
}

/** Builds the route from items read under the keys from `routeKeys`. Ignores any other items among them. */
export function routeOf(account: AccountId, instance: InstanceId | null, found: Item[]): EventRoute {
  const hookOf = (owner: string) => webhookRecords.among(found, account, owner);
  const accountHook = hookOf("account");
  const chosen = new Set<string>([...(accountHook?.events ?? DEFAULT_EVENTS), "webhook.test"]);
  const { streamed_until } = accountHook ?? {};
  const route = { chosen, ...(streamed_until !== undefined && { streamed_until }) };
  if (instance !== null && hookOf(instance)?.url) return { ...route, lane: endpointLane(account, instance) };
  return { ...route, lane: accountHook?.url ? endpointLane(account, "account") : null };
}

/** Builds the record of an event happening now: its id, and the exact bytes sent in every attempt and every poll. */
export function eventRecord(deps: Pick<LaneDeps, "ids">, draft: EventDraft, now: Date): EventRecord {
  const id = deps.ids.next(ID_PREFIXES.event, now);
  return {
    id,
    account_id: draft.account_id,
    instance_id: draft.instance_id,
    type: draft.type,
    body: JSON.stringify({ id, type: draft.type, created_at: wireTime(now), data: draft.data }),
    created_at: wireTime(now),
    bus: BUS_MARKERS.events,
    ttl: Math.floor(expiryOf(now).getTime() / 1000),
  };
}

/**
 * Returns the write that stores an event created at `now`, so it can be polled. The table's stream forwards it to the
 * internal bus.
 * @param isKnown whether the id is already used elsewhere, in which case a late commit must be refused rather than
 * assigned another id.
 */
export function recordWrite(record: EventRecord, now: Date, isKnown: boolean): Write {
  const { account_id: account, id } = record;
  const put = { ...keys.event(account, id), ...record };
  return { put, if: [{ item: "absent" }], timely: { id, made: now, isKnown } };
}

/** Returns when an event that is happening now will expire. */
export const expiryOf = (now: Date) => new Date(now.getTime() + LIMITS.retentionDays * DAY_MS);

/**
 * Returns the writes for an event: its stored body and, if a URL is set, its row in that endpoint's lane. They belong
 * in the transaction of the change, which should follow immediately. An event that isn't committed within a second of
 * its id's timestamp gets a new id, so polling never skips it (`timelyTable`). `wakeEndpoint` must be called after the
 * commit.
 * @returns no writes for an event type that the account has not chosen. Spec: Events; Polling.
 */
export function eventWrites(deps: Pick<LaneDeps, "ids">, route: EventRoute, draft: EventDraft, now: Date): Write[] {
  if (!route.chosen.has(draft.type)) return [];
  const record = eventRecord(deps, draft, now);
  const writes: Write[] = [recordWrite({ ...record, ...streamMark(route, now) }, now, false)];
  if (route.lane) {
    const row = {
      lane: route.lane,
      queue: ENDPOINT_QUEUES.untried,
      id: record.id,
      due: now,
      expires_at: expiryOf(now),
    };
    writes.push(putRow({ ...row, data: carriedOf(record) }, now));
  }
  return writes;
}

/**
 * Returns the extra field for an event's record. The field is set while the account may have an open connection on AWS.
 */
const streamMark = ({ streamed_until }: EventRoute, now: Date): Pick<EventRecord, "live"> =>
  streamed_until !== undefined && now < new Date(streamed_until) ? { live: STREAM_MARKER } : {};

/**
 * The maximum size of an event body that is copied into the event's row. Once packed, the row stays below the kilobyte
 * that is charged anyway, and the first post needs no read. We chose this value ourselves: docs/benchmarks.md.
 */
const CARRIED_BYTES = 1_300;

/** The event fields copied into its row for the first post. */
export type CarriedEvent = Pick<EventRecord, "type" | "instance_id" | "body" | "created_at">;

/**
 * Returns the part of a small event that is copied into its row, or an empty object for a larger event, which is read
 * when it is posted.
 */
export function carriedOf({ type, instance_id, body, created_at }: EventRecord): CarriedEvent | Record<string, never> {
  return Buffer.byteLength(body) <= CARRIED_BYTES ? { type, instance_id, body, created_at } : {};
}

/** Returns the event copied to a row, or null if it is too large, has been attempted before, or is malformed. */
export function carriedEvent(row: LaneRow, account: AccountId): EventRecord | null {
  const { type, body, created_at, instance_id } = row;
  if (typeof type !== "string" || typeof body !== "string" || typeof created_at !== "string") return null;
  if (instance_id !== null && typeof instance_id !== "string") return null;
  const ttl = Math.floor(Date.parse(row.expires_at) / 1_000);
  return { id: rowId(row.sk), account_id: account, type, body, created_at, instance_id, bus: BUS_MARKERS.events, ttl };
}

/** Wakes the endpoint's worker. Must be called only after the commit. */
export async function wakeEndpoint(deps: LaneDeps, route: EventRoute): Promise<void> {
  if (route.lane) await ensureWake(deps, route.lane, deps.clock.now(), ENDPOINT_QUEUES.untried, { rowStays: true });
}

/** A stored event. `body` is the exact JSON sent in every attempt and every poll. */
export interface EventRecord {
  id: EventId;
  account_id: AccountId;
  instance_id: InstanceId | null;
  type: string;
  body: string;
  created_at: string;
  /** Marks the record for the table's stream, which forwards it to the internal bus. */
  bus: typeof BUS_MARKERS.events;
  /** Marks the record for the table's stream, which starts the function that sends the event to connections. */
  live?: typeof STREAM_MARKER;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The stored events. */
export const eventRecords = recordsAt<EventRecord, Parameters<typeof keys.event>>(keys.event);

import type { EventRecord } from "../contracts/event.ts";
import { DEFAULT_EVENTS, type EventType } from "../contracts/event-types.ts";
import { ID_PREFIXES } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import type { WebhookRecord } from "../contracts/webhook.ts";
import { wireTime } from "../domain/wire-time.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import { putRow } from "../lanes/put-row.ts";
import { keys } from "../store/keys.ts";
import { endpointLane } from "../store/lane-names.ts";
import type { Write } from "../store/table.ts";
import { busRow, wakeBus } from "./bus-rows.ts";

/** Whether events go to the deployment's bus too: off unless the composition root says so. */
export interface BusSwitch {
  busEvents?: boolean;
}

/** What happened, for whom. `data` has the shape of the spec's event table. */
export interface EventDraft {
  account_id: string;
  instance_id: string | null;
  type: EventType;
  data: Record<string, unknown>;
}

/** Where an account's events go now; read once per change, right before its transaction. */
export interface EventRoute {
  account_id: string;
  chosen: Set<string>;
  /** The endpoint lane that gets them; null: no URL is set, polling only. */
  lane: string | null;
  /** Whether they go to the deployment's bus too. */
  bus: boolean;
}

const DAY_MS = 86_400_000;

/** Reads the account's event list and the webhook (the instance's own, else the account's). Spec: Events, Rules 1–2. */
export async function eventRoute(
  deps: Pick<LaneDeps, "table"> & BusSwitch,
  account: string,
  instance: string | null,
): Promise<EventRoute> {
  const [own, shared] = await Promise.all([
    instance ? deps.table.get(keys.webhook(account, instance)) : null,
    deps.table.get(keys.webhook(account, "account")),
  ]);
  const accountHook = shared as WebhookRecord | null; // written by the webhook operations only
  const ownHook = own as WebhookRecord | null;
  const chosen = new Set<string>([...(accountHook?.events ?? DEFAULT_EVENTS), "webhook.test"]);
  const lane = ownHook?.url
    ? endpointLane(account, instance ?? "account")
    : accountHook?.url
      ? endpointLane(account, "account")
      : null;
  return { account_id: account, chosen, lane, bus: deps.busEvents === true };
}

/** The record of an event that happens now: its id, and the bytes that every try and every poll carries. */
export function eventRecord(deps: Pick<LaneDeps, "ids">, draft: EventDraft, now: Date): EventRecord {
  const id = deps.ids.next(ID_PREFIXES.event, now);
  return {
    id,
    account_id: draft.account_id,
    instance_id: draft.instance_id,
    type: draft.type,
    body: JSON.stringify({ id, type: draft.type, created_at: wireTime(now), data: draft.data }),
    created_at: wireTime(now),
    ttl: Math.floor(expiryOf(now).getTime() / 1000),
  };
}

/**
 * The writes that make a record, made `now`, one that polls and the bus see.
 * @param isKnown the id is used after the commit: a commit that comes too late is refused, not given another id.
 */
export function recordWrites(record: EventRecord, bus: boolean, now: Date, isKnown: boolean): Write[] {
  const { account_id: account, id } = record;
  const writes: Write[] = [
    { put: { ...keys.event(account, id), ...record }, if: [{ item: "absent" }], timely: { id, made: now, isKnown } },
  ];
  if (bus) writes.push(busRow(account, id, now));
  return writes;
}

/** When an event that happens now is no longer kept. */
export const expiryOf = (now: Date) => new Date(now.getTime() + LIMITS.retentionDays * DAY_MS);

/**
 * The writes of one event: its stored body and, when a URL is set, its row in that endpoint's lane. They belong into
 * the transaction of the change, which should follow at once: an event is committed within a second of its id, so that
 * polling never passes it, and gets another id when it isn't (`timelyTable`). After the commit call `wakeEndpoint`.
 * @returns no writes for a type the account has not chosen. Spec: Events; Polling.
 */
export function eventWrites(deps: Pick<LaneDeps, "ids">, route: EventRoute, draft: EventDraft, now: Date): Write[] {
  if (!route.chosen.has(draft.type)) return [];
  const record = eventRecord(deps, draft, now);
  const writes = recordWrites(record, route.bus, now, false);
  if (route.lane) {
    writes.push(putRow({ lane: route.lane, queue: "Q", id: record.id, due: now, expires_at: expiryOf(now) }, now));
  }
  return writes;
}

/** Makes sure the endpoint's worker looks, and the bus's; after the commit, never before it. */
export async function wakeEndpoint(deps: LaneDeps, route: EventRoute): Promise<void> {
  await Promise.all([
    route.lane && ensureWake(deps, route.lane, deps.clock.now(), "Q", { rowStays: true }),
    route.bus && wakeBus(deps, route.account_id),
  ]);
}

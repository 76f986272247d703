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
}

const DAY_MS = 86_400_000;

/** Reads the account's event list and the webhook (the instance's own, else the account's). Spec: Events, Rules 1–2. */
export async function eventRoute(
  deps: Pick<LaneDeps, "table">,
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
  return { account_id: account, chosen, lane };
}

/**
 * The writes of one event: its stored body and, when a URL is set, its row in that endpoint's lane. They belong into
 * the transaction of the change, which must follow at once: an event is committed within a second of its id, so that
 * polling never passes it. After the commit call `wakeEndpoint`.
 * @returns no writes for a type the account has not chosen. Spec: Events; Polling.
 */
export function eventWrites(deps: Pick<LaneDeps, "ids">, route: EventRoute, draft: EventDraft, now: Date): Write[] {
  if (!route.chosen.has(draft.type)) return [];
  const id = deps.ids.next(ID_PREFIXES.event, now);
  const expires = new Date(now.getTime() + LIMITS.retentionDays * DAY_MS);
  const record: EventRecord = {
    id,
    account_id: draft.account_id,
    instance_id: draft.instance_id,
    type: draft.type,
    body: JSON.stringify({ id, type: draft.type, created_at: wireTime(now), data: draft.data }),
    created_at: wireTime(now),
    ttl: Math.floor(expires.getTime() / 1000),
  };
  const writes: Write[] = [{ put: { ...keys.event(draft.account_id, id), ...record }, if: [{ item: "absent" }] }];
  if (route.lane) writes.push(putRow({ lane: route.lane, queue: "Q", id, due: now, expires_at: expires }, now));
  return writes;
}

/** Makes sure the endpoint's worker looks; after the commit, never before it. */
export async function wakeEndpoint(deps: LaneDeps, route: EventRoute): Promise<void> {
  if (route.lane) await ensureWake(deps, route.lane, deps.clock.now(), "Q");
}

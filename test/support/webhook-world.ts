import { randomBytes } from "node:crypto";
import { monotonicFactory } from "ulid";
import { createPost } from "../../core/http/guarded-client.ts";
import type { LaneHead, LaneRow } from "../../core/lanes/lane.ts";
import { runLane } from "../../core/lanes/run-lane.ts";
import { endpointWorker } from "../../core/operations/delivering/deliver-events.ts";
import type { DeliveryDeps } from "../../core/operations/delivering/post-event.ts";
import type { WebhookChange } from "../../core/operations/webhooks/check-webhook-change.ts";
import { type UpdateWebhookDeps, updateWebhook } from "../../core/operations/webhooks/update-webhook.ts";
import type { Clock, HostVerdict } from "../../core/ports.ts";
import type { ActivityRecord } from "../../core/records/accounts/activity.ts";
import type { EventRecord } from "../../core/records/event.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../core/records/event.ts";
import type { FailedDelivery } from "../../core/records/webhooks/failed-delivery.ts";
import type { WebhookRecord } from "../../core/records/webhooks/webhook.ts";
import { keys } from "../../core/store/keys.ts";
import { endpointLane } from "../../core/store/lane-names.ts";
import type { Table } from "../../core/store/table.ts";
import { MemoryTable } from "./memory-table.ts";
import { runningClock } from "./test-clock.ts";
import { testVault } from "./test-vault.ts";

export const ACCOUNT = "acc_1";
export const ACTOR = { key_id: "key_1", source: "192.0.2.1" };

/**
 * Creates an account with its webhook on an in-memory table, and functions for tests. `advance` requires the default
 * clock.
 */
export function webhookWorld(otherClock?: Clock) {
  const movable = runningClock();
  const clock = otherClock ?? movable;
  const table = new MemoryTable();
  const ulid = monotonicFactory();
  const wakes: { lane: string; at: Date }[] = [];
  const logged: { fields: Record<string, unknown>; message: string }[] = [];
  const note = (fields: Record<string, unknown>, message: string) => void logged.push({ fields, message });
  const log = { info: note, warn: note, error: note };
  let host: HostVerdict = "public";
  const deps: DeliveryDeps & UpdateWebhookDeps = {
    table,
    clock,
    log,
    ids: { next: (prefix, at) => `${prefix}_${ulid(at.getTime())}`, random: (size) => randomBytes(size) },
    wakeups: { wake: async (lane, at) => void wakes.push({ lane, at }) },
    vault: testVault(),
    post: createPost({ allowPrivate: true, log, answerSec: 5 }),
    docsUrl: "https://docs.example.com",
    allowPrivateWebhooks: true,
    hostCheck: async () => host,
  };
  const lane = endpointLane(ACCOUNT, "account");

  return {
    clock,
    table,
    deps,
    wakes,
    logged,
    lane,

    hostIs(verdict: HostVerdict) {
      host = verdict;
    },

    change: (change: WebhookChange, owner = "account", own: Partial<UpdateWebhookDeps> = {}) =>
      updateWebhook({ ...deps, ...own }, { account_id: ACCOUNT, owner, change, actor: ACTOR, now: clock.now() }),

    /** Publishes an event for an instance. @returns the event's id. */
    async publish(data: Record<string, unknown> = { body: "Olá" }, instance: string | null = null): Promise<string> {
      const now = clock.now();
      const route = await eventRoute(deps, ACCOUNT, instance);
      const draft = { account_id: ACCOUNT, instance_id: instance, type: "message.received", data } as const;
      const writes = eventWrites(deps, route, draft, now);
      await table.transact(writes);
      await wakeEndpoint(deps, route);
      const [first] = writes;
      if (!first || !("put" in first)) throw new Error("The event was not chosen.");
      return String(first.put.id);
    },

    /** Handles a wake-up of the lane. */
    look: (as: Table = table, ofLane = lane) => {
      const own = { ...deps, table: as };
      return runLane(own, ofLane, endpointWorker(own, ofLane));
    },
    advance: (sec: number) => movable.moveTo(new Date(movable.now().getTime() + sec * 1000)),

    head: (ofLane = lane) => table.peek(keys.laneHead(ofLane)) as LaneHead | null,
    webhook: (owner = "account") => table.peek(keys.webhook(ACCOUNT, owner)) as unknown as WebhookRecord,
    activities: () => table.partition(keys.activity(ACCOUNT, "").pk) as unknown as ActivityRecord[],
    notices: () => table.partition(keys.busNotice(ACCOUNT, "").pk),
    rows: (ofLane = lane) => table.partition(ofLane).filter(({ sk }) => sk !== "HEAD") as LaneRow[],
    event: (id: string) => table.peek(keys.event(ACCOUNT, id)) as unknown as EventRecord,
    failed: (id: string) => table.peek(keys.failedDelivery(ACCOUNT, "account", id)) as unknown as FailedDelivery | null,
  };
}

export type WebhookWorld = ReturnType<typeof webhookWorld>;

import { nextCheck } from "../../domain/webhooks/endpoint-policy.ts";
import type { LanePlan, LaneRun, LaneWorker } from "../../lanes/lane.ts";
import { GONE } from "../../lanes/move-lane.ts";
import { SLOT_BUSY_SEC, takeSlot } from "../../lanes/slot.ts";
import { deliveryFault } from "../../records/webhooks/delivery-fault.ts";
import { readEndpointRows } from "../../records/webhooks/endpoint-rows.ts";
import { endpointSettings } from "../../records/webhooks/endpoint-state.ts";
import { knownSettings } from "../../records/webhooks/known-settings.ts";
import { needsUrlSlot, postsFrom, slotKey } from "../../records/webhooks/url-users.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { parseLane } from "../../store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { type AtRest, drainEndpoint } from "./drain-endpoint.ts";
import { LOOK_EVERY_MS } from "./drain-posts.ts";
import type { Drain, UrlSlot } from "./drain-state.ts";
import { dropRechecks } from "./drop-rechecks.ts";
import { noteDelivered } from "./note-delivered.ts";
import type { DeliveryDeps } from "./post-event.ts";
import { quarantineDelivery } from "./quarantine-delivery.ts";
import { readEndpointPages } from "./read-endpoint-pages.ts";

/**
 * Creates the worker for one run of an endpoint lane. It posts the events that may be posted, two at a time, within a
 * single process. Spec: Events › Delivery.
 * @throws if `lane` is not an endpoint lane.
 */
export function endpointWorker(deps: DeliveryDeps, lane: string): LaneWorker {
  const name = parseLane(lane);
  if (name?.kind !== "endpoint") throw new Error("Only an endpoint lane has events to post.");
  const { account_id: account, owner } = name;
  let isGone = false;
  /**
   * Nothing may be posted to the URL before this time, because another webhook holds the URL's slot or was the URL's
   * only user.
   */
  let busyUntil: Date | null = null;

  const settingsNow = async () => {
    const webhook = await webhookSettings(deps, account, owner);
    return isGone ? { ...webhook, url: null } : webhook;
  };

  async function planNow(isAfterClose: boolean): Promise<LanePlan> {
    const rows = await readEndpointRows(deps, lane);
    const now = deps.clock.now();
    if (rows.looks.length + rows.unsound.length > 0) return { next: now, held: {} };
    const { tests, untried, ladder } = rows;
    // If the lane is empty, changed settings only matter after a new recheck. The run has already planned everything
    // else.
    if (isAfterClose && tests.length + untried.length + ladder.length === 0) return { next: null, held: {} };
    const webhook = await settingsNow();
    const view = { tests, untried, ladder, inFlight: { tests: 0, untried: 0, ladder: 0 } };
    return planOf(webhook, nextCheck(view, endpointSettings(webhook), deps.clock.now()), busyUntil);
  }

  async function work(run: LaneRun): Promise<LanePlan> {
    isGone = run.forwardTo === GONE;
    const settings = knownSettings(deps.clock, settingsNow);
    const pages = readEndpointPages(deps, lane, account, LOOK_EVERY_MS);
    await Promise.all([settings.within(Number.POSITIVE_INFINITY), pages.view(new Map())]);
    if (pages.looks().length > 0) {
      await dropRechecks(deps, run, pages.looks());
      settings.forget(); // The settings are read after the rechecks are deleted, because a later change puts a new one.
      pages.forget();
    }
    const { webhook } = await settings.within(Number.POSITIVE_INFINITY);
    const slot = webhook.url === null ? null : await slotFor(run, webhook, webhook.url);
    if (busyUntil !== null) return { ...(await planNow(false)), isCutShort: true };
    const { atRest, keep } = await drainNoted({ deps, run, slot, pages, settings }, { account_id: account, owner });
    const plan = atRest
      ? planOf(atRest.webhook, atRest.until, busyUntil)
      : { ...(await planNow(false)), isCutShort: true };
    return { ...plan, ...keep };
  }

  /** Takes the leases needed to post to this URL. If they aren't available now, returns null and sets `busyUntil`. */
  async function slotFor(run: LaneRun, webhook: WebhookRecord, url: string): Promise<UrlSlot | null> {
    const from = await postsFrom(deps.table, webhook, deps.clock.now());
    if (from !== null && from > deps.clock.now()) {
      busyUntil = from;
      return null;
    }
    if (!needsUrlSlot(webhook)) return { url, isShared: false, holds: run.holds, free: async () => undefined };
    const slot = await takeSlot(deps, slotKey(account, url), run);
    if (!slot) busyUntil = new Date(deps.clock.now().getTime() + SLOT_BUSY_SEC * 1000);
    return slot && { ...slot, url, isShared: true };
  }

  return {
    work,
    plan: () => planNow(true),
    rowsStay: true,
    faultOf: (row) => deliveryFault(row, deps.clock.now()),
    quarantine: (row, failure) => quarantineDelivery(deps, row, failure),
  };
}

/** Drains the endpoint, releases the slot, and returns the delivery notes to store in the lane's header. */
async function drainNoted(
  drain: Omit<Drain, "delivered">,
  place: Pick<WebhookRecord, "account_id" | "owner">,
): Promise<{ atRest: AtRest | null; keep: Pick<LanePlan, "keep"> }> {
  const delivered = noteDelivered(drain.deps, place, drain.run);
  let atRest: AtRest | null;
  try {
    atRest = await drainEndpoint({ ...drain, delivered });
  } finally {
    await drain.slot?.free();
  }
  const kept = await delivered.close();
  return { atRest, keep: kept ? { keep: kept } : {} };
}

/** Plans the lane's next check. Nothing may be posted before `busyUntil`. */
function planOf(webhook: WebhookRecord, until: Date | null, busyUntil: Date | null): LanePlan {
  const { url, paused_at, probe_at } = endpointSettings(webhook);
  const isPaused = url !== null && paused_at !== null;
  return {
    next: until && busyUntil && busyUntil > until ? busyUntil : until,
    // While the endpoint is paused, new events don't wake a worker before the next probe.
    held: isPaused && probe_at ? { [ENDPOINT_QUEUES.untried]: probe_at } : {},
  };
}

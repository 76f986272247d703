import { createHash } from "node:crypto";
import { type EndpointQueue, nextLook } from "../domain/endpoint-policy.ts";
import type { LanePlan, LaneRow, LaneRun, LaneWorker } from "../lanes/lane.ts";
import { dropLookAgain, LOOK_AGAIN } from "../lanes/look-again.ts";
import { GONE } from "../lanes/move-lane.ts";
import { SLOT_BUSY_SEC, takeSlot } from "../lanes/slot.ts";
import { keys } from "../store/keys.ts";
import { parseLane } from "../store/lane-names.ts";
import { ConditionFailed, type Key } from "../store/table.ts";
import { drainEndpoint } from "./drain-endpoint.ts";
import { deliveriesOf, ENDPOINT_QUEUES } from "./endpoint-rows.ts";
import { endpointSettings } from "./endpoint-state.ts";
import type { DeliveryDeps } from "./post-event.ts";
import { webhookSettings } from "./webhook-settings.ts";

/** Looks taken at once. */
const LOOKS = 25;

/**
 * The worker of one endpoint lane for one run: posts what may be posted, two at once, in this one process.
 * Spec: Events › Delivery.
 * @throws when `lane` is no endpoint lane.
 */
export function endpointWorker(deps: DeliveryDeps, lane: string): LaneWorker {
  const name = parseLane(lane);
  if (name?.kind !== "endpoint") throw new Error("Only an endpoint lane has events to post.");
  const { account_id: account, owner } = name;
  let isGone = false;
  let slotBusyUntil: Date | null = null;

  const settingsNow = async () => {
    const webhook = await webhookSettings(deps, account, owner);
    return isGone ? { ...webhook, url: null } : webhook;
  };

  async function plan(): Promise<LanePlan> {
    const head = async (queue: EndpointQueue) => (await deliveriesOf(deps.table, lane, queue, 1)).deliveries;
    const [looks, webhook, tests, untried, ladder] = await Promise.all([
      deps.table.query({ pk: lane, prefix: `${LOOK_AGAIN}#`, limit: 1 }),
      settingsNow(),
      head("tests"),
      head("untried"),
      head("ladder"),
    ]);
    const now = deps.clock.now();
    if (looks.items.length > 0) return { next: now, held: {} };
    const settings = endpointSettings(webhook);
    const view = { tests, untried, ladder, inFlight: { tests: 0, untried: 0, ladder: 0 } };
    const next = nextLook(view, settings, now);
    const isPaused = settings.url !== null && settings.paused_at !== null && settings.probe_at !== null;
    return {
      next: next && slotBusyUntil && slotBusyUntil > next ? slotBusyUntil : next,
      // What is put while paused wakes nobody before the next try.
      held: isPaused && settings.probe_at ? { [ENDPOINT_QUEUES.untried]: settings.probe_at } : {},
    };
  }

  async function work(run: LaneRun): Promise<LanePlan> {
    isGone = run.forwardTo === GONE;
    await takeLooks(deps, lane); // before the settings are read: a later change is a new look
    const { url } = await settingsNow();
    if (url === null) {
      await drainEndpoint({ deps, run, account, slot: null, settingsNow });
      return plan();
    }
    const slot = await takeSlot(deps, slotKey(account, url), run);
    if (!slot) {
      slotBusyUntil = new Date(deps.clock.now().getTime() + SLOT_BUSY_SEC * 1000);
      return plan();
    }
    try {
      await drainEndpoint({ deps, run, account, slot: { ...slot, url }, settingsNow });
    } finally {
      await slot.free();
    }
    return plan();
  }

  return { work, plan };
}

/** Where the two posts of a URL are taken, however it is spelled: `URL` gives host, port and path one form. */
export function slotKey(account: string, url: string): Key {
  return keys.endpointSlot(account, createHash("sha256").update(new URL(url).href).digest("hex"));
}

/** Takes what was there to look at: the run reads everything anew anyway. */
async function takeLooks(deps: DeliveryDeps, lane: string): Promise<void> {
  const { items } = await deps.table.query({ pk: lane, prefix: `${LOOK_AGAIN}#`, limit: LOOKS });
  for (const row of items as LaneRow[]) {
    try {
      await deps.table.write(dropLookAgain(row));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}

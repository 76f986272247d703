import { createHash } from "node:crypto";
import { LIMITS } from "../contracts/limits.ts";
import type { WebhookRecord } from "../contracts/webhook.ts";
import { type EndpointSettings, type EndpointView, endReason, nextLook, nextStep } from "../domain/endpoint-policy.ts";
import type { LanePlan, LaneRow, LaneRun, LaneWorker } from "../lanes/lane.ts";
import { dropLookAgain, LOOK_AGAIN } from "../lanes/look-again.ts";
import { GONE } from "../lanes/move-lane.ts";
import { SLOT_BUSY_SEC, type Slot, takeSlot } from "../lanes/slot.ts";
import { keys } from "../store/keys.ts";
import { parseLane } from "../store/lane-names.ts";
import { ConditionFailed } from "../store/table.ts";
import { type DeliveryDeps, deliverEvent, endDelivery } from "./deliver-event.ts";
import { type Delivery, deliveriesOf, type ENDPOINT_QUEUES } from "./endpoint-rows.ts";
import { webhookSettings } from "./webhook-settings.ts";

/** Rows ended or looks taken at once. */
const PAGE_ROWS = 25;
/** While one post is in flight and nothing else may go, what arrives is looked for this often. Our choice: docs/decisions. */
const LOOK_EVERY_MS = 1_000;

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
    const [looks, webhook, view] = await Promise.all([
      deps.table.query({ pk: lane, prefix: `${LOOK_AGAIN}#`, limit: 1 }),
      settingsNow(),
      readView(deps, lane, new Map()),
    ]);
    const now = deps.clock.now();
    if (looks.items.length > 0) return { next: now, held: {} };
    const next = nextLook(view, policySettings(webhook), now);
    return { next: next && slotBusyUntil && slotBusyUntil > next ? slotBusyUntil : next, held: {} };
  }

  async function work(run: LaneRun): Promise<LanePlan> {
    isGone = run.forwardTo === GONE;
    await takeLooks(deps, lane); // before the settings are read: a later change is a new look
    const { url } = await settingsNow();
    if (url === null) {
      await drain({ deps, run, slot: null, settingsNow });
      return plan();
    }
    const slot = await takeSlot(deps, slotKey(account, url), run);
    if (!slot) {
      slotBusyUntil = new Date(deps.clock.now().getTime() + SLOT_BUSY_SEC * 1000);
      return plan();
    }
    try {
      await drain({ deps, run, slot: { ...slot, url }, settingsNow });
    } finally {
      await slot.free();
    }
    return plan();
  }

  return { work, plan };
}

/** The two posts of a URL, however it is spelled: `URL` gives host, port and path one form. */
function slotKey(account: string, url: string) {
  return keys.endpointSlot(account, createHash("sha256").update(new URL(url).href).digest("hex"));
}

interface Drain {
  deps: DeliveryDeps;
  run: LaneRun;
  /** null: there is no URL, so nothing may be posted. */
  slot: (Slot & { url: string }) | null;
  settingsNow(): Promise<WebhookRecord & { ended_at: string | null }>;
}

type InFlight = Map<string, { queue: keyof typeof ENDPOINT_QUEUES; done: Promise<void> }>;

/** Posts and ends until nothing may go, the run's time is up, the lease is lost, or the URL is another one. */
async function drain({ deps, run, slot, settingsNow }: Drain): Promise<void> {
  const inFlight: InFlight = new Map();
  const problems: unknown[] = [];
  let isLost = false;

  function start(delivery: Delivery, queue: keyof typeof ENDPOINT_QUEUES, webhook: WebhookRecord & { url: string }) {
    const { lane, fence } = run;
    const holds = (forSec: number) => (isLost || !slot ? Promise.resolve(false) : slot.holds(forSec));
    const done = deliverEvent(deps, { lane, delivery, webhook, fence, holds })
      .then(
        (outcome) => {
          isLost ||= outcome === "lost";
        },
        (problem) => problems.push(problem),
      )
      .then(() => {
        inFlight.delete(delivery.row.sk);
      });
    inFlight.set(delivery.row.sk, { queue, done });
  }

  try {
    while (!isLost && problems.length === 0 && !run.isTimeUp()) {
      const [webhook, view] = await Promise.all([settingsNow(), readView(deps, run.lane, inFlight)]);
      if (webhook.url !== (slot?.url ?? null)) break; // the slot is another URL's: close, and be looked at again
      const settings = policySettings(webhook);
      const step = nextStep(view, settings, LIMITS.webhookPostsAtOnce, deps.clock.now());
      if (step.kind === "end") await endPage(deps, run.lane, settings, inFlight);
      else if (step.kind === "post" && webhook.url !== null) {
        start(step.delivery, step.queue, { ...webhook, url: webhook.url });
      } else if (inFlight.size > 0) await somethingChanges(deps, inFlight);
      else break;
    }
  } finally {
    // Also when a read has failed: the slot is given back after this, and then another run may post.
    await Promise.all([...inFlight.values()].map(({ done }) => done));
  }
  if (problems.length > 0) throw problems[0];
}

const policySettings = (webhook: { url: string | null; ended_at: string | null }): EndpointSettings => ({
  url: webhook.url,
  ended_at: webhook.ended_at === null ? null : new Date(webhook.ended_at),
});

/** The heads of both queues; what is being posted still has its row and is left out. */
async function readView(deps: DeliveryDeps, lane: string, inFlight: InFlight): Promise<EndpointView<Delivery>> {
  const posting = new Set(inFlight.keys());
  const [untried, ladder] = await Promise.all([
    deliveriesOf(deps.table, lane, "untried", 1, { except: posting }),
    deliveriesOf(deps.table, lane, "ladder", 1, { except: posting }),
  ]);
  const queues = [...inFlight.values()].map(({ queue }) => queue);
  const count = (wanted: keyof typeof ENDPOINT_QUEUES) => queues.filter((queue) => queue === wanted).length;
  return {
    untried: untried.deliveries,
    ladder: ladder.deliveries,
    inFlight: { untried: count("untried"), ladder: count("ladder") },
  };
}

/** Ends the first rows of each queue that must not be posted; a long queue takes several pages. */
async function endPage(
  deps: DeliveryDeps,
  lane: string,
  settings: EndpointSettings,
  inFlight: InFlight,
): Promise<void> {
  const posting = new Set(inFlight.keys());
  const pages = await Promise.all([
    deliveriesOf(deps.table, lane, "untried", PAGE_ROWS, { except: posting }),
    deliveriesOf(deps.table, lane, "ladder", PAGE_ROWS, { except: posting }),
  ]);
  const now = deps.clock.now();
  await Promise.all(
    pages
      .flatMap(({ deliveries }) => deliveries)
      .map((delivery) => {
        const reason = endReason(delivery, settings, now);
        return reason ? endDelivery(deps, delivery, reason) : undefined;
      }),
  );
}

/** Takes the "look again" rows off; one that is asked for again at this moment stays for the plan to see. */
async function takeLooks(deps: DeliveryDeps, lane: string): Promise<void> {
  const { items } = await deps.table.query({ pk: lane, prefix: `${LOOK_AGAIN}#`, limit: PAGE_ROWS });
  for (const row of items as LaneRow[]) {
    try {
      await deps.table.write(dropLookAgain(row));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}

/** Resolves when a post has ended or a little time has passed. */
async function somethingChanges(deps: DeliveryDeps, inFlight: InFlight): Promise<void> {
  const over = new AbortController();
  const later = new Date(deps.clock.now().getTime() + LOOK_EVERY_MS);
  await Promise.race([...[...inFlight.values()].map(({ done }) => done), deps.clock.until(later, over.signal)]);
  over.abort();
}

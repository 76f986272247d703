import { LIMITS } from "../contracts/limits.ts";
import type { WebhookRecord } from "../contracts/webhook.ts";
import { type EndpointQueue, endReason, nextStep } from "../domain/endpoint-policy.ts";
import type { LaneRun } from "../lanes/lane.ts";
import type { Slot } from "../lanes/slot.ts";
import { type DeliveryOutcome, type DeliveryTask, deliverEvent, endDelivery } from "./deliver-event.ts";
import type { Delivery } from "./endpoint-rows.ts";
import { endpointSettings, lifeOf, POST_SETTINGS_MS } from "./endpoint-state.ts";
import { type EndpointPages, endpointPages } from "./endpoint-view.ts";
import { pauseEndpoint } from "./pause-endpoint.ts";
import type { DeliveryDeps, OpenWebhook } from "./post-event.ts";
import { postTurns } from "./post-turns.ts";
import { type ProbeOutcome, probeWebhook } from "./probe-webhook.ts";
import { shelveLadder } from "./shelve-ladder.ts";

/** While there is room for more than is in flight, what arrives is looked for this often. Our choice: docs/decisions. */
const LOOK_EVERY_MS = 1_000;
/** How old the settings may be by which the next event is chosen: it waits for its turn from then on. */
const SETTINGS_MS = 50;
/** Events taken up at once: two are posted while the next two are being made ready. */
const TAKEN_UP = 2 * LIMITS.webhookPostsAtOnce;

/** One run's work on an endpoint. */
export interface Drain {
  deps: DeliveryDeps;
  run: LaneRun;
  account: string;
  /** null: there is no URL, so nothing may be posted. */
  slot: (Slot & { url: string }) | null;
  settingsNow(): Promise<WebhookRecord>;
}

/** Posts, ends, pauses and tries until nothing may go, the run's time is up, the lease is lost, or the URL is another. */
export async function drainEndpoint({ deps, run, account, slot, settingsNow }: Drain): Promise<void> {
  const inFlight = new Map<string, { queue: EndpointQueue; done: Promise<void> }>();
  const pages = endpointPages(deps, run.lane, account, LOOK_EVERY_MS);
  const turns = postTurns(LIMITS.webhookPostsAtOnce);
  const health = { isFailing: false };
  const problems: unknown[] = [];
  let isLost = false;
  let shelvedTo: string | null = null;
  /** The settings, read or being read. */
  let known: { webhook: Promise<WebhookRecord>; at: number } | null = null;
  const isOver = () => isLost || problems.length > 0 || run.isTimeUp();
  const holds = (forSec: number) => (isLost || !slot ? Promise.resolve(false) : slot.holds(forSec));

  /** As they were at most so long ago; what is being read already is waited for. */
  async function settingsWithin(maxAgeMs: number): Promise<WebhookRecord> {
    const oldest = deps.clock.now().getTime() - maxAgeMs;
    if (!known || known.at <= oldest) known = { at: deps.clock.now().getTime(), webhook: settingsNow() };
    const { webhook } = known;
    webhook.catch(() => undefined); // also when nobody waits for it any more
    return webhook;
  }

  function fly(key: string, queue: EndpointQueue, work: Promise<DeliveryOutcome | ProbeOutcome>): void {
    const done = work
      .then(
        (outcome) => {
          isLost ||= outcome === "lost";
          if (outcome !== "delivered") known = null;
        },
        (problem) => problems.push(problem),
      )
      .then(() => {
        inFlight.delete(key);
        if (isOver()) turns.stop();
      });
    inFlight.set(key, { queue, done });
  }

  function post(delivery: Delivery, queue: EndpointQueue, webhook: OpenWebhook): void {
    const webhookNow = async () => (isOver() ? null : stillFor(webhook, queue, await settingsWithin(POST_SETTINGS_MS)));
    const turn = turns.take();
    const task = { lane: run.lane, queue, delivery, webhook, fence: run.fence, health, turn, webhookNow, holds };
    pages.use(delivery);
    const work = pages.eventOf(delivery).then(
      (event) => deliverEvent(deps, { ...task, event } satisfies DeliveryTask),
      (problem) => {
        turn.over();
        throw problem;
      },
    );
    fly(delivery.row.sk, queue, work);
  }

  async function probe(webhook: OpenWebhook): Promise<ProbeOutcome> {
    const turn = turns.take();
    try {
      if (!(await turn.begin()) || isOver()) return "changed";
      turn.started();
      return await probeWebhook(deps, { lane: run.lane, webhook, fence: run.fence, holds });
    } finally {
      turn.over();
      pages.forget();
    }
  }

  async function runOut(): Promise<void> {
    while (!isOver()) {
      const [webhook, view] = await Promise.all([settingsWithin(SETTINGS_MS), pages.view(inFlight)]);
      const { url } = webhook;
      if (url !== (slot?.url ?? null)) return; // the slot is another URL's: close, and be looked at again
      const step = nextStep(view, endpointSettings(webhook), TAKEN_UP, deps.clock.now());
      if (step.kind === "end") await endPage(deps, view, webhook, pages);
      else if (step.kind === "post" && url !== null) post(step.delivery, step.queue, { ...webhook, url });
      else if (step.kind === "probe" && url !== null) fly("probe", "untried", probe({ ...webhook, url }));
      else if (step.kind === "pause") {
        await pauseEndpoint(deps, webhook);
        known = null;
      } else if (step.kind === "shelve") {
        const page = { after: shelvedTo ?? undefined, except: new Set(inFlight.keys()) };
        shelvedTo = await shelveLadder(deps, webhook, run.lane, page);
        pages.forget();
        known = null;
      } else if (inFlight.size >= TAKEN_UP) await Promise.race([...inFlight.values()].map(({ done }) => done));
      else if (inFlight.size > 0) await somethingChanges(deps, [...inFlight.values()]);
      else if (pages.wasFresh()) return;
      else pages.forget();
    }
  }

  try {
    await runOut();
  } finally {
    turns.stop();
    // Also when a read has failed: the slot is given back after this, and then another run may post.
    await Promise.all([...inFlight.values()].map(({ done }) => done));
  }
  if (problems.length > 0) throw problems[0];
}

/** The webhook as it is now, while this event may still be posted to it as it was chosen. */
function stillFor(chosen: OpenWebhook, queue: EndpointQueue, now: WebhookRecord): OpenWebhook | null {
  if (now.url !== chosen.url || now.url === null || lifeOf(now) !== lifeOf(chosen)) return null;
  if (queue !== "tests" && now.paused_at !== undefined) return null;
  return { ...now, url: now.url };
}

/** Ends the rows of the page that must not be posted; a long queue takes several pages. */
async function endPage(
  deps: DeliveryDeps,
  view: Awaited<ReturnType<EndpointPages["view"]>>,
  webhook: WebhookRecord,
  pages: EndpointPages,
): Promise<void> {
  const settings = endpointSettings(webhook);
  const now = deps.clock.now();
  await Promise.all(
    [...view.tests, ...view.untried, ...view.ladder].map((delivery) => {
      const reason = endReason(delivery, settings, now);
      return reason && endDelivery(deps, delivery, reason);
    }),
  );
  pages.forget();
}

/** Resolves when a post has ended or a little time has passed. */
async function somethingChanges(deps: DeliveryDeps, inFlight: { done: Promise<void> }[]): Promise<void> {
  const over = new AbortController();
  const later = new Date(deps.clock.now().getTime() + LOOK_EVERY_MS);
  await Promise.race([...inFlight.map(({ done }) => done), deps.clock.until(later, over.signal)]);
  over.abort();
}

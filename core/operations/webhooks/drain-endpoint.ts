import { LIMITS } from "../../contracts/limits.ts";
import { type EndpointQueue, endReason, nextStep } from "../../domain/webhooks/endpoint-policy.ts";
import type { LaneRun } from "../../lanes/lane.ts";
import type { Slot } from "../../lanes/slot.ts";
import type { Delivery } from "../../records/webhooks/endpoint-rows.ts";
import { endpointSettings, lifeOf, POST_SETTINGS_MS } from "../../records/webhooks/endpoint-state.ts";
import type { KnownSettings, SeenWebhook } from "../../records/webhooks/known-settings.ts";
import { takesTurns } from "../../records/webhooks/url-users.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { type DeliveryOutcome, type DeliveryTask, deliverEvent, endDelivery } from "./deliver-event.ts";
import { dropRechecks } from "./drop-rechecks.ts";
import type { EndpointPages } from "./endpoint-view.ts";
import { lineUpPosts } from "./line-up-posts.ts";
import { pauseEndpoint } from "./pause-endpoint.ts";
import type { DeliveryDeps, OpenWebhook } from "./post-event.ts";
import { type ProbeOutcome, probeWebhook } from "./probe-webhook.ts";
import { requeueLadder } from "./requeue-ladder.ts";
import { DeliveryProblem, setDeliveryAside } from "./set-delivery-aside.ts";

/** While there is room for more than is in flight, what arrives is looked for this often. Our choice: docs/decisions. */
export const LOOK_EVERY_MS = 1_000;
/** How old the settings may be by which the next event is chosen: it waits for its turn from then on. */
const SETTINGS_MS = 50;
/** Events taken up at once: two are posted while the next two are being made ready. */
const TAKEN_UP = 2 * LIMITS.webhookPostsAtOnce;

/** A delivery that fails by itself so often in one run is set aside. Our choice: docs/decisions/0042. */
const TRIES = 3;

/** What is in flight while a paused endpoint is tried: the kept event that it posts is among the untried ones. */
const PROBE = "probe";

/** What the posts of one URL need: its slot when others use it too (`isTurn`), else the lane alone. */
export interface UrlSlot extends Slot {
  url: string;
  isTurn: boolean;
}

/** One run's work on an endpoint. */
export interface Drain {
  deps: DeliveryDeps;
  run: LaneRun;
  /** What a post needs; null: there is no URL, so nothing may be posted. */
  slot: UrlSlot | null;
  pages: EndpointPages;
  settings: KnownSettings;
}

/** What a run saw when nothing was left that may go. */
export interface AtRest {
  webhook: WebhookRecord;
  /** When to look next; null: there is no such moment. */
  until: Date | null;
}

/**
 * Posts, ends, pauses and tries until nothing may go, the run's time is up, the lease is lost, or the URL is another.
 * @returns what it saw at rest; null when it ended for another reason.
 */
export async function drainEndpoint({ deps, run, slot, pages, settings }: Drain): Promise<AtRest | null> {
  const inFlight = new Map<string, { queue: EndpointQueue; done: Promise<void> }>();
  const line = lineUpPosts(LIMITS.webhookPostsAtOnce);
  const health = { isFailing: false };
  const problems: unknown[] = [];
  /** Tries of deliveries that failed by themselves in this run, by sort key. */
  const failures = new Map<string, number>();
  let isLost = false;
  /** Results that change the settings: from the first of them on they are read again after each. */
  let isTroubled = false;
  let shelvedTo: string | null = null;
  const isOver = () => isLost || problems.length > 0 || run.isTimeUp();
  const holds = (forSec: number) => (isLost || !slot ? Promise.resolve(false) : slot.holds(forSec));

  const fail = (problem: unknown) => void problems.push(problem);

  /** One delivery fails by itself: the others go on, and after a few tries without it. */
  async function noteProblem({ row }: Delivery, error: DeliveryProblem): Promise<void> {
    const tries = (failures.get(row.sk) ?? 0) + 1;
    failures.set(row.sk, tries);
    deps.log.error({ lane: run.lane, row: row.sk.slice(0, 60), tries, error: String(error) }, "a delivery broke off");
    if (tries >= TRIES) await setDeliveryAside(deps, row, { error: error.cause ?? error, tries });
    pages.forget();
  }

  function fly(
    key: string,
    queue: EndpointQueue,
    work: Promise<DeliveryOutcome | ProbeOutcome>,
    delivery?: Delivery,
  ): void {
    const done = work
      .then(
        (outcome) => {
          isLost ||= outcome === "lost";
          isTroubled ||= outcome !== "delivered";
          if (isTroubled) settings.forget();
        },
        (problem) => (problem instanceof DeliveryProblem && delivery ? noteProblem(delivery, problem) : fail(problem)),
      )
      .catch(fail)
      .then(() => {
        inFlight.delete(key);
        if (isOver()) line.stop();
      });
    inFlight.set(key, { queue, done });
  }

  function post(delivery: Delivery, queue: EndpointQueue, webhook: OpenWebhook): void {
    const webhookNow = async () =>
      isOver() ? null : stillFor(webhook, queue, await settings.within(POST_SETTINGS_MS));
    isTroubled ||= webhook.failing_since !== undefined;
    const place = line.take();
    const { lane, fence, isCareful } = run;
    const task = { lane, queue, delivery, webhook, fence, isCareful, health, place, webhookNow, holds };
    pages.use(delivery);
    const work = pages.eventOf(delivery).then(
      (event) => deliverEvent(deps, { ...task, event } satisfies DeliveryTask),
      (problem) => {
        place.over();
        throw problem;
      },
    );
    fly(delivery.row.sk, queue, work, delivery);
  }

  async function probe(webhook: OpenWebhook): Promise<ProbeOutcome> {
    const place = line.take();
    try {
      if (!(await place.begin()) || isOver()) return "changed";
      place.started();
      return await probeWebhook(deps, { lane: run.lane, webhook, fence: run.fence, holds });
    } finally {
      place.over();
      pages.forget();
    }
  }

  /** The next step. Whatever is to be done is decided by settings of this moment; only waiting may go by older ones. */
  async function next() {
    const view = await pages.view(inFlight);
    const stepFor = ({ webhook }: SeenWebhook) => nextStep(view, endpointSettings(webhook), TAKEN_UP, deps.clock.now());
    const { webhook } = await settings
      .within(Number.POSITIVE_INFINITY)
      .then((seen) => (stepFor(seen).kind === "wait" ? seen : settings.within(SETTINGS_MS)));
    return { view, webhook, step: nextStep(view, endpointSettings(webhook), TAKEN_UP, deps.clock.now()) };
  }

  async function runOut(): Promise<AtRest | null> {
    while (!isOver()) {
      const { view, webhook, step } = await next();
      if (pages.isStale()) continue; // a try of the paused endpoint has ended meanwhile
      if (pages.looks().length > 0) {
        isLost ||= !(await dropRechecks(deps, run, pages.looks()));
        settings.forget();
        pages.forget();
        continue;
      }
      const { url } = webhook;
      // The slot is another URL's, or the URL is no longer this webhook's alone: close, and be looked at again.
      if (url !== (slot?.url ?? null)) return null;
      if (slot && takesTurns(webhook) !== slot.isTurn) return null;
      if (step.kind === "end") await endPage(deps, view, webhook, pages);
      else if (step.kind === "post" && url !== null && !(inFlight.has(PROBE) && step.queue !== "tests")) {
        post(step.delivery, step.queue, { ...webhook, url });
      } else if (step.kind === "probe" && url !== null) fly(PROBE, "untried", probe({ ...webhook, url }));
      else if (step.kind === "pause") {
        await pauseEndpoint(deps, webhook);
        settings.forget();
      } else if (step.kind === "shelve") {
        const page = { after: shelvedTo ?? undefined, except: new Set(inFlight.keys()) };
        shelvedTo = await requeueLadder(deps, webhook, run.lane, page);
        pages.forget();
        settings.forget();
      } else if (inFlight.size >= TAKEN_UP) await Promise.race([...inFlight.values()].map(({ done }) => done));
      else if (inFlight.size > 0) await somethingChanges(deps, [...inFlight.values()]);
      else if (pages.wasFresh()) return step.kind === "wait" ? { webhook, until: step.until } : null;
      else pages.forget();
    }
    return null;
  }

  let atRest: AtRest | null = null;
  try {
    atRest = await runOut();
  } finally {
    line.stop();
    // Also when a read has failed: the slot is given back after this, and then another run may post.
    await Promise.all([...inFlight.values()].map(({ done }) => done));
  }
  if (problems.length > 0) throw problems[0];
  return atRest;
}

/** The webhook as it is now, while this event may still be posted to it as it was chosen. */
function stillFor(chosen: OpenWebhook, queue: EndpointQueue, { webhook: now, at }: SeenWebhook) {
  if (now.url !== chosen.url || now.url === null || lifeOf(now) !== lifeOf(chosen)) return null;
  if (takesTurns(now) !== takesTurns(chosen)) return null;
  if (queue !== "tests" && now.paused_at !== undefined) return null;
  return { webhook: { ...now, url: now.url }, at };
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

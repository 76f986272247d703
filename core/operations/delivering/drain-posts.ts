import { LIMITS } from "../../contracts/limits.ts";
import type { EndpointQueue } from "../../domain/webhooks/endpoint-policy.ts";
import type { Delivery } from "../../records/webhooks/endpoint-rows.ts";
import { lifeOf, POST_SETTINGS_MS } from "../../records/webhooks/endpoint-state.ts";
import type { SeenWebhook } from "../../records/webhooks/known-settings.ts";
import { needsUrlSlot } from "../../records/webhooks/url-users.ts";
import { type DeliveryOutcome, type DeliveryTask, deliverEvent } from "./deliver-event.ts";
import type { Drain, DrainState } from "./drain-state.ts";
import { orderPosts } from "./order-posts.ts";
import type { OpenWebhook } from "./post-event.ts";
import { type ProbeOutcome, probeWebhook } from "./probe-webhook.ts";
import { DeliveryProblem, quarantineDelivery } from "./quarantine-delivery.ts";
import type { InFlight } from "./read-endpoint-pages.ts";

/**
 * How often to check for new events while there is room for more posts. This value is a design choice: docs/decisions.
 */
export const LOOK_EVERY_MS = 1_000;

/**
 * How many failures a delivery itself may cause in one run before the delivery is quarantined. A design choice:
 * docs/decisions/0042.
 */
const TRIES = 3;

/** The key under which a probe in flight is tracked. The waiting event that the probe posts is treated as untried. */
const PROBE = "probe";

/** A run's in-flight posts to one endpoint, including the probe of a paused endpoint. */
export class DrainPosts {
  readonly #drain: Drain;
  readonly #state: DrainState;
  readonly #line = orderPosts(LIMITS.webhookPostsAtOnce);
  readonly #health = { isFailing: false };
  readonly #inFlight = new Map<string, { queue: EndpointQueue; done: Promise<void> }>();
  /** The number of failures that each delivery itself caused in this run, by the delivery's sort key. */
  readonly #failures = new Map<string, number>();

  constructor(drain: Drain, state: DrainState) {
    this.#drain = drain;
    this.#state = state;
  }

  get inFlight(): InFlight {
    return this.#inFlight;
  }

  /** Whether an attempt in this run has failed since the last accepted one. */
  get hasFailed(): boolean {
    return this.#health.isFailing;
  }

  get isProbing(): boolean {
    return this.#inFlight.has(PROBE);
  }

  /** Prepares one event, to be posted when its turn comes. */
  post(delivery: Delivery, queue: EndpointQueue, webhook: OpenWebhook): void {
    const { deps, run, pages, settings, delivered } = this.#drain;
    const webhookNow = async () =>
      this.#state.isOver() ? null : stillFor(webhook, queue, await settings.within(POST_SETTINGS_MS));
    this.#state.isTroubled ||= webhook.failing_since !== undefined;
    const place = this.#line.take();
    const { lane, fence, isCareful } = run;
    const holds = this.#holds;
    const health = this.#health;
    const ours = { lane, queue, fence, isCareful, health, holds, delivered };
    const task = { ...ours, delivery, webhook, place, webhookNow };
    pages.use(delivery);
    const work = pages.eventOf(delivery).then(
      (event) => deliverEvent(deps, { ...task, event } satisfies DeliveryTask),
      (problem) => {
        place.over();
        throw problem;
      },
    );
    this.#track(delivery.row.sk, queue, work, delivery);
  }

  /** Probes the endpoint, either because it is paused or because a customer requested a probe. */
  probe(webhook: OpenWebhook): void {
    this.#track(PROBE, "untried", this.#probeInLine(webhook));
  }

  /**
   * Resolves when something in flight has finished or, if more could be posted, after a short time.
   * @param room the number of additional events that could be posted.
   */
  async change(room: number): Promise<void> {
    const ends = [...this.#inFlight.values()].map(({ done }) => done);
    if (room <= 0) return Promise.race(ends);
    const { clock } = this.#drain.deps;
    const over = new AbortController();
    const later = new Date(clock.now().getTime() + LOOK_EVERY_MS);
    await Promise.race([...ends, clock.until(later, over.signal)]);
    over.abort();
  }

  /** Prevents further posts from starting, and resolves when everything in flight has finished. */
  async end(): Promise<void> {
    this.#line.stop();
    await Promise.all([...this.#inFlight.values()].map(({ done }) => done));
  }

  readonly #holds = (forSec: number): Promise<boolean> => {
    const { slot } = this.#drain;
    return this.#state.isLost || !slot ? Promise.resolve(false) : slot.holds(forSec);
  };

  async #probeInLine(webhook: OpenWebhook): Promise<ProbeOutcome> {
    const { deps, run, pages, delivered } = this.#drain;
    const place = this.#line.take();
    try {
      if (!(await place.begin()) || this.#state.isOver()) return "changed";
      place.started();
      const { lane, fence } = run;
      return await probeWebhook(deps, { lane, webhook, fence, holds: this.#holds, delivered });
    } finally {
      place.over();
      pages.forget();
    }
  }

  #track(key: string, queue: EndpointQueue, work: Promise<DeliveryOutcome | ProbeOutcome>, delivery?: Delivery): void {
    const state = this.#state;
    const done = work
      .then(
        (outcome) => this.#noteOutcome(outcome),
        (problem) =>
          problem instanceof DeliveryProblem && delivery ? this.#noteProblem(delivery, problem) : state.fail(problem),
      )
      .catch((problem) => state.fail(problem))
      .then(() => {
        this.#inFlight.delete(key);
        if (state.isOver()) this.#line.stop();
      });
    this.#inFlight.set(key, { queue, done });
  }

  #noteOutcome(outcome: DeliveryOutcome | ProbeOutcome): void {
    const state = this.#state;
    state.isLost ||= outcome === "lost";
    state.isTroubled ||= outcome !== "delivered";
    if (state.isTroubled) this.#drain.settings.forget();
  }

  /**
   * Records a failure that the delivery itself caused. Other deliveries continue. After a few failures, the delivery is
   * quarantined.
   */
  async #noteProblem({ row }: Delivery, error: DeliveryProblem): Promise<void> {
    const { deps, run, pages } = this.#drain;
    const tries = (this.#failures.get(row.sk) ?? 0) + 1;
    this.#failures.set(row.sk, tries);
    deps.log.error(
      { lane: run.lane, row: row.sk.slice(0, 60), tries, error: String(error) },
      "a delivery was interrupted",
    );
    if (tries >= TRIES) await quarantineDelivery(deps, row, { error: error.cause ?? error, tries });
    pages.forget();
  }
}

/** Returns the current webhook if the event may still be posted as planned. */
function stillFor(chosen: OpenWebhook, queue: EndpointQueue, { webhook: now, at }: SeenWebhook) {
  if (now.url !== chosen.url || now.url === null || lifeOf(now) !== lifeOf(chosen)) return null;
  if (needsUrlSlot(now) !== needsUrlSlot(chosen)) return null;
  if (queue !== "tests" && now.paused_at !== undefined) return null;
  return { webhook: { ...now, url: now.url }, at };
}

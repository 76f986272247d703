import { LIMITS } from "../../contracts/limits.ts";
import { type EndpointStep, type EndpointView, endReason, nextStep } from "../../domain/webhooks/endpoint-policy.ts";
import type { Delivery } from "../../records/webhooks/endpoint-rows.ts";
import { endpointSettings } from "../../records/webhooks/endpoint-state.ts";
import type { SeenWebhook } from "../../records/webhooks/known-settings.ts";
import { needsUrlSlot } from "../../records/webhooks/url-users.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { endDelivery } from "./deliver-event.ts";
import { DrainPosts } from "./drain-posts.ts";
import { type Drain, DrainState } from "./drain-state.ts";
import { dropRechecks } from "./drop-rechecks.ts";
import { pauseEndpoint } from "./pause-endpoint.ts";
import { requeueLadder } from "./requeue-ladder.ts";

/** The maximum age of the settings used to choose the next event. A chosen event still has to wait for its turn. */
const SETTINGS_MS = 50;
/**
 * The number of events that are prepared or posted at the same time: two are posted while the next two are prepared.
 */
const TAKEN_UP = 2 * LIMITS.webhookPostsAtOnce;

/** The state of the queues when a run had nothing more to post. */
export interface AtRest {
  webhook: WebhookRecord;
  /** When to check the lane next. Null means never. */
  until: Date | null;
}

/** A step, and the data on which the decision to take it is based. */
interface Seen {
  view: EndpointView<Delivery>;
  webhook: WebhookRecord;
  step: EndpointStep<Delivery>;
}

/**
 * Processes an endpoint's lane: posts and discards events, and pauses and probes the endpoint. Stops when there is
 * nothing left to do, the run's time is up, the lease is lost, or the URL changes.
 * @returns the final view if there is nothing left to do, or null if the run stopped for another reason.
 */
export async function drainEndpoint(drain: Drain): Promise<AtRest | null> {
  const state = new DrainState(drain.run);
  const posts = new DrainPosts(drain, state);
  let atRest: AtRest | null = null;
  try {
    atRest = await new DrainSteps(drain, state, posts).takeAll();
  } finally {
    // Wait even after a failed read, because another run may post as soon as the slot is released.
    await posts.end();
  }
  state.throwProblem();
  return atRest;
}

/** The steps of one run, executed one after another. */
class DrainSteps {
  readonly #drain: Drain;
  readonly #state: DrainState;
  readonly #posts: DrainPosts;
  /** The sort key up to which the ladder has been requeued. */
  #requeuedTo: string | null = null;

  constructor(drain: Drain, state: DrainState, posts: DrainPosts) {
    this.#drain = drain;
    this.#state = state;
    this.#posts = posts;
  }

  async takeAll(): Promise<AtRest | null> {
    const { pages } = this.#drain;
    while (!this.#state.isOver()) {
      const seen = await this.#next();
      if (pages.isStale()) continue; // a probe of the paused endpoint has ended in the meantime
      if (pages.looks().length > 0) {
        await this.#dropRechecks();
        continue;
      }
      if (!this.#isItsSlot(seen.webhook)) return null;
      if (await this.#take(seen)) continue;
      const { size } = this.#posts.inFlight;
      if (size > 0) await this.#posts.change(TAKEN_UP - size);
      else if (!pages.wasFresh()) pages.forget();
      else return seen.step.kind === "wait" ? { webhook: seen.webhook, until: seen.step.until } : null;
    }
    return null;
  }

  /**
   * Decides the next step. Cached settings are only good enough for deciding to wait. Every other step requires current
   * settings.
   */
  async #next(): Promise<Seen> {
    const { deps, pages, settings } = this.#drain;
    const view = await pages.view(this.#posts.inFlight);
    const stepFor = ({ webhook }: SeenWebhook) =>
      nextStep({ ...view, has_failed: this.#posts.hasFailed }, endpointSettings(webhook), TAKEN_UP, deps.clock.now());
    const seen = await settings
      .within(Number.POSITIVE_INFINITY)
      .then((known) => (stepFor(known).kind === "wait" ? known : settings.within(SETTINGS_MS)));
    return { view, webhook: seen.webhook, step: stepFor(seen) };
  }

  async #dropRechecks(): Promise<void> {
    const { deps, run, pages, settings } = this.#drain;
    const state = this.#state;
    if (!state.isLost && !(await dropRechecks(deps, run, pages.looks()))) state.isLost = true;
    settings.forget();
    pages.forget();
  }

  /**
   * Whether the slot still matches the webhook. If it is for another URL, or if other webhooks now use the URL too, the
   * run closes and the lane is checked again.
   */
  #isItsSlot(webhook: WebhookRecord): boolean {
    const { slot } = this.#drain;
    return webhook.url === (slot?.url ?? null) && (!slot || needsUrlSlot(webhook) === slot.isShared);
  }

  /** Takes a step. @returns false if the only thing left to do is wait. */
  async #take({ view, webhook, step }: Seen): Promise<boolean> {
    const { url } = webhook;
    switch (step.kind) {
      case "end":
        await this.#endPage(view, webhook);
        return true;
      case "post":
        if (url === null || (this.#posts.isProbing && step.queue !== "tests")) return false;
        this.#posts.post(step.delivery, step.queue, { ...webhook, url });
        return true;
      case "probe":
        if (url === null) return false;
        this.#posts.probe({ ...webhook, url });
        return true;
      case "pause":
        await pauseEndpoint(this.#drain.deps, webhook);
        this.#drain.settings.forget();
        return true;
      case "requeue":
        await this.#requeueLadder(webhook);
        return true;
      case "wait":
        return false;
    }
  }

  async #requeueLadder(webhook: WebhookRecord): Promise<void> {
    const { deps, run, pages, settings } = this.#drain;
    const page = { after: this.#requeuedTo ?? undefined, except: new Set(this.#posts.inFlight.keys()) };
    this.#requeuedTo = await requeueLadder(deps, webhook, run.lane, page);
    pages.forget();
    settings.forget();
  }

  /** Discards the page's rows that must not be posted. A long queue takes several pages. */
  async #endPage(view: EndpointView<Delivery>, webhook: WebhookRecord): Promise<void> {
    const { deps, pages } = this.#drain;
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
}

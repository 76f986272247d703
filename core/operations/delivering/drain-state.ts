import type { LaneRun } from "../../lanes/lane.ts";
import type { Slot } from "../../lanes/slot.ts";
import type { KnownSettings } from "../../records/webhooks/known-settings.ts";
import type { DeliveredNotes } from "./note-delivered.ts";
import type { DeliveryDeps } from "./post-event.ts";
import type { EndpointPages } from "./read-endpoint-pages.ts";

/**
 * The leases for posts to one URL: the URL's slot if other webhooks use it too (`isShared`), otherwise only the lane.
 */
export interface UrlSlot extends Slot {
  url: string;
  isShared: boolean;
}

/** One run's work on an endpoint. */
export interface Drain {
  deps: DeliveryDeps;
  run: LaneRun;
  /** The leases for posting; null if the webhook has no URL, so nothing may be posted. */
  slot: UrlSlot | null;
  pages: EndpointPages;
  settings: KnownSettings;
  delivered: DeliveredNotes;
}

/** The state of one run on an endpoint, shared by its posts in flight. */
export class DrainState {
  readonly #run: LaneRun;
  readonly #problems: unknown[] = [];
  /** Whether another run has taken the lane or the slot. */
  isLost = false;
  /** Whether a result has changed the settings; from then on they are read again after each result. */
  isTroubled = false;

  constructor(run: LaneRun) {
    this.#run = run;
  }

  /** Returns whether nothing more may be started. */
  isOver(): boolean {
    return this.isLost || this.#problems.length > 0 || this.#run.isTimeUp();
  }

  /** Records a failure that was not caused by a single delivery; it ends the run. */
  fail(problem: unknown): void {
    this.#problems.push(problem);
  }

  /** @throws the run's first problem. */
  throwProblem(): void {
    if (this.#problems.length > 0) throw this.#problems[0];
  }
}

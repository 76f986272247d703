import type { LaneRun } from "../../lanes/lane.ts";
import type { Slot } from "../../lanes/slot.ts";
import type { KnownSettings } from "../../records/webhooks/known-settings.ts";
import type { DeliveredNotes } from "./note-delivered.ts";
import type { DeliveryDeps } from "./post-event.ts";
import type { EndpointPages } from "./read-endpoint-pages.ts";

/**
 * The leases needed to post to a URL: the URL's slot if other webhooks use the same URL (`isShared`), otherwise only
 * the lane's lease.
 */
export interface UrlSlot extends Slot {
  url: string;
  isShared: boolean;
}

/** The inputs for one run's work on an endpoint. */
export interface Drain {
  deps: DeliveryDeps;
  run: LaneRun;
  /** The leases for posting. Null if the webhook has no URL, in which case nothing may be posted. */
  slot: UrlSlot | null;
  pages: EndpointPages;
  settings: KnownSettings;
  delivered: DeliveredNotes;
}

/** The state of one run on an endpoint, shared by all its in-flight posts. */
export class DrainState {
  readonly #run: LaneRun;
  readonly #problems: unknown[] = [];
  /** Whether another run has taken the lane or the slot. */
  isLost = false;
  /** Whether a result has changed the settings. If so, the settings are read again after each result. */
  isTroubled = false;

  constructor(run: LaneRun) {
    this.#run = run;
  }

  /** Whether no further work may be started. */
  isOver(): boolean {
    return this.isLost || this.#problems.length > 0 || this.#run.isTimeUp();
  }

  /** Records a failure that isn't the fault of a single delivery, which ends the run. */
  fail(problem: unknown): void {
    this.#problems.push(problem);
  }

  /** @throws the first problem of the run. */
  throwProblem(): void {
    if (this.#problems.length > 0) throw this.#problems[0];
  }
}

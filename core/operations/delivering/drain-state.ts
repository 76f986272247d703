import type { LaneRun } from "../../lanes/lane.ts";
import type { Slot } from "../../lanes/slot.ts";
import type { KnownSettings } from "../../records/webhooks/known-settings.ts";
import type { DeliveredNotes } from "./note-delivered.ts";
import type { DeliveryDeps } from "./post-event.ts";
import type { EndpointPages } from "./read-endpoint-pages.ts";

/** The leases for posts to one URL: its slot if other webhooks use it too (`isShared`), otherwise the lane alone. */
export interface UrlSlot extends Slot {
  url: string;
  isShared: boolean;
}

/** One run's work on an endpoint. */
export interface Drain {
  deps: DeliveryDeps;
  run: LaneRun;
  /** The leases for a post; null if there is no URL, so nothing may be posted. */
  slot: UrlSlot | null;
  pages: EndpointPages;
  settings: KnownSettings;
  delivered: DeliveredNotes;
}

/** State of one run on an endpoint, shared by its posts in flight. */
export class DrainState {
  readonly #run: LaneRun;
  readonly #problems: unknown[] = [];
  /** Another run has the lane or the slot. */
  isLost = false;
  /** Some result has changed the settings; from the first one on, they are read again after each. */
  isTroubled = false;

  constructor(run: LaneRun) {
    this.#run = run;
  }

  /** Whether nothing more may be started. */
  isOver(): boolean {
    return this.isLost || this.#problems.length > 0 || this.#run.isTimeUp();
  }

  /** Records a failure that is not the fault of a single delivery; the run ends with it. */
  fail(problem: unknown): void {
    this.#problems.push(problem);
  }

  /** @throws the run's first problem. */
  throwProblem(): void {
    if (this.#problems.length > 0) throw this.#problems[0];
  }
}

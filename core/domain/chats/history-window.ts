import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** The times that determine how much of a phone's history is imported. */
export interface HistoryWindow {
  /** Messages older than this are not imported. */
  keptFrom: Date;
  /** Messages from this time on should have been received live, so any that aren't stored were missed. */
  missedFrom: Date;
}

/** How old a missed message can be and still create an event. Rationale: docs/decisions/0075. */
const MISSED_DAYS = 7;
/**
 * The link time is in whole seconds, like all of the network's times. Messages from that same second are stored before
 * the history is imported.
 */
const LINK_SECOND_MS = 1_000;

/**
 * Returns the window for a number that was linked at `linkedAt`: a day of history from before the link, and everything
 * written since then. Spec: Limits.
 */
export function historyWindow(linkedAt: Date, now: Date): HistoryWindow {
  const missedFrom = Math.max(linkedAt.getTime() + LINK_SECOND_MS, now.getTime() - MISSED_DAYS * DAY_MS);
  const keptFrom = Math.max(
    linkedAt.getTime() - LIMITS.historyHoursBeforeLink * HOUR_MS,
    now.getTime() - MISSED_DAYS * DAY_MS,
  );
  return { keptFrom: new Date(keptFrom), missedFrom: new Date(missedFrom) };
}

import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** The times that decide which part of a phone's past is imported. */
export interface HistoryWindow {
  /** Messages written earlier are too old. */
  keptFrom: Date;
  /** Messages written from this time on should have been received, so those that were not stored were missed. */
  missedFrom: Date;
}

/** How far back a missed message still creates an event. Our number: docs/decisions/0075. */
const MISSED_DAYS = 7;
/**
 * The link's time is in whole seconds, like the network's times. Messages from that second are stored before the
 * history is.
 */
const LINK_SECOND_MS = 1_000;

/** Returns the window for a number linked then: a day of its past, and everything written since. Spec: Limits. */
export function historyWindow(linkedAt: Date, now: Date): HistoryWindow {
  const missedFrom = Math.max(linkedAt.getTime() + LINK_SECOND_MS, now.getTime() - MISSED_DAYS * DAY_MS);
  const keptFrom = Math.max(
    linkedAt.getTime() - LIMITS.historyHoursBeforeLink * HOUR_MS,
    now.getTime() - MISSED_DAYS * DAY_MS,
  );
  return { keptFrom: new Date(keptFrom), missedFrom: new Date(missedFrom) };
}

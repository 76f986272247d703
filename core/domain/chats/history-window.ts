import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** The parts of a phone's past that are taken in. */
export interface HistoryWindow {
  /** Messages written before are too old. */
  keptFrom: Date;
  /** Messages written from then on should have been received: those that were not were missed. */
  missedFrom: Date;
}

/** How far back a missed message is still told of. Our number: docs/decisions/0075. */
const MISSED_DAYS = 7;
/** The time of a link is kept to the second, as the network's times are; what came then is stored before the history is. */
const LINK_SECOND_MS = 1_000;

/** The window of a number that was linked then: a day of its past, and what was written since. Spec: Limits. */
export function historyWindow(linkedAt: Date, now: Date): HistoryWindow {
  const missedFrom = Math.max(linkedAt.getTime() + LINK_SECOND_MS, now.getTime() - MISSED_DAYS * DAY_MS);
  const keptFrom = Math.max(
    linkedAt.getTime() - LIMITS.historyHoursBeforeLink * HOUR_MS,
    now.getTime() - MISSED_DAYS * DAY_MS,
  );
  return { keptFrom: new Date(keptFrom), missedFrom: new Date(missedFrom) };
}

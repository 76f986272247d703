import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { text } from "../../../core/contracts/text.ts";

/** Lists lag by less than this, so each answer reaches back this far: duplicates are identical. */
const OVERLAP_MS = 10_000;
/** A client that needs more reads the lists themselves. */
const SINCE_MAX_MS = 15 * MINUTE_MS;
const SINCE_RULE = "Give since as the answer before carried it in next.";

/** The schema of the time after which a page wants to know everything. */
export const givenSince = () =>
  text(PANEL_LIMITS.tokenMaxChars, SINCE_RULE).refine((given) => !Number.isNaN(Date.parse(given)), SINCE_RULE);

/**
 * Returns the time from which an answer covers what happened; omitted: from now. A time to come is as good as now:
 * nothing is of later, and no id is made of a year that has five digits.
 */
export function sinceOf(given: string | undefined, now: Date): Date {
  const wanted = given ? Date.parse(given) : now.getTime();
  const from = Math.min(Math.max(wanted, now.getTime() - SINCE_MAX_MS), now.getTime());
  return new Date(from - OVERLAP_MS);
}

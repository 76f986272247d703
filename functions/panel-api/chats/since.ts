import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { queryInteger } from "../../api/query-types.ts";

/** Lists lag by less than this, so each answer reaches back this far: duplicates are identical. */
const OVERLAP_MS = 10_000;
/** A client that needs more reads the lists themselves. */
const SINCE_MAX_MS = 15 * MINUTE_MS;
const SEC_MS = 1_000;
const AGE_MAX_SEC = 999_999;
const SINCE_RULE = "Give since as the answer before carried it in next.";

/** The schema of the time from which a page wants all changes. */
export const givenSince = () =>
  text(PANEL_LIMITS.tokenMaxChars, SINCE_RULE).refine((given) => !Number.isNaN(Date.parse(given)), SINCE_RULE);

/** The schema of how many seconds ago a page asked for what it shows. */
export const givenAge = () => queryInteger("age", 0, AGE_MAX_SEC);

/**
 * Returns the time from which an answer covers changes; now if omitted. A future time becomes now, because nothing is
 * newer, and an id can't contain a year of five digits.
 * @param ageSec how many seconds ago the page asked for what it shows; counts if that is earlier.
 */
export function sinceOf(given: string | undefined, now: Date, ageSec = 0): Date {
  const wanted = Math.min(given ? Date.parse(given) : now.getTime(), now.getTime() - ageSec * SEC_MS);
  const from = Math.min(Math.max(wanted, now.getTime() - SINCE_MAX_MS), now.getTime());
  return new Date(from - OVERLAP_MS);
}

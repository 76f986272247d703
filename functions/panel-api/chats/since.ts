import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { queryInteger } from "../../api/query-types.ts";

/**
 * An upper bound on how far the lists lag behind. Every response overlaps the previous response by this much, which is
 * safe because repeated entries are identical.
 */
const OVERLAP_MS = 10_000;
/** The longest period that a response covers. A client that was away for longer has to reload the lists. */
const SINCE_MAX_MS = 15 * MINUTE_MS;
const SEC_MS = 1_000;
const AGE_MAX_SEC = 999_999;
const SINCE_RULE = "Set since to the value of next in the previous response.";

/** The schema of the time from which a page requests changes. */
export const givenSince = () =>
  text(PANEL_LIMITS.tokenMaxChars, SINCE_RULE).refine((given) => !Number.isNaN(Date.parse(given)), SINCE_RULE);

/** The schema for the age of a page's data, in seconds. */
export const givenAge = () => queryInteger("age", 0, AGE_MAX_SEC);

/**
 * Returns the start of the period that a response covers, which defaults to now. A future time is replaced with now,
 * because no changes can be newer, and because ids don't support five-digit years.
 * @param ageSec the age of the data on the page, in seconds. Used if it results in an earlier time.
 */
export function sinceOf(given: string | undefined, now: Date, ageSec = 0): Date {
  const wanted = Math.min(given ? Date.parse(given) : now.getTime(), now.getTime() - ageSec * SEC_MS);
  const from = Math.min(Math.max(wanted, now.getTime() - SINCE_MAX_MS), now.getTime());
  return new Date(from - OVERLAP_MS);
}

import type { BroadcastStatus, RecipientStatus } from "../../contracts/broadcasts/broadcast-states.ts";
import { PAGE_PEOPLE, type RecipientState, stateAt, statusOfState } from "./recipient-states.ts";

/** A broadcast's recipient counts by status, which add up to `total`. */
export type RecipientCounts = Record<RecipientStatus, number> & { total: number };

/** Returns one person's status. In a cancelled broadcast, people who were still waiting become `cancelled`. */
export function recipientStatus(state: RecipientState | null, status: BroadcastStatus): RecipientStatus {
  if (state !== null) return statusOfState(state);
  return status === "cancelled" ? "cancelled" : "waiting";
}

/** Counts the people on these pages by status. */
export function countPages(
  pages: readonly (Readonly<Record<string, unknown>> & { count: number })[],
  status: BroadcastStatus,
): RecipientCounts {
  const counts: RecipientCounts = {
    ...{ total: 0, waiting: 0, sent: 0, delivered: 0, read: 0 },
    ...{ replied: 0, failed: 0, opted_out: 0, cancelled: 0 },
  };
  for (const page of pages) {
    for (let at = 0; at < Math.min(page.count, PAGE_PEOPLE); at++) {
      counts.total++;
      counts[recipientStatus(stateAt(page, at), status)]++;
    }
  }
  return counts;
}

/** Returns the percentage of people who are no longer waiting, rounded down to a whole number. */
export const percentOf = ({ total, waiting }: RecipientCounts): number =>
  total === 0 ? 100 : Math.floor(((total - waiting) / total) * 100);

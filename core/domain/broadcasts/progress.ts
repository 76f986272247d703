import type { BroadcastStatus, RecipientStatus } from "../../contracts/broadcasts/broadcast-states.ts";
import { letterField, PAGE_PEOPLE, RECIPIENT_LETTERS, type RecipientLetter } from "./recipient-letters.ts";

/** How many people of a broadcast have got how far; the counts add up to `total`. */
export type RecipientCounts = Record<RecipientStatus, number> & { total: number };

/** The letter of the person at an index of a page; null: they wait. */
export function letterAt(page: Readonly<Record<string, unknown>> | null, at: number): RecipientLetter | null {
  const letter = page?.[letterField(at)];
  return typeof letter === "string" && letter in RECIPIENT_LETTERS ? (letter as RecipientLetter) : null; // just looked up
}

/** One person's progress: those who wait are `cancelled` when the broadcast is. */
export function recipientStatus(letter: RecipientLetter | null, status: BroadcastStatus): RecipientStatus {
  if (letter !== null) return RECIPIENT_LETTERS[letter];
  return status === "cancelled" ? "cancelled" : "waiting";
}

/** Counts the people of pages. */
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
      counts[recipientStatus(letterAt(page, at), status)]++;
    }
  }
  return counts;
}

/** Share of the people who no longer wait, in whole per cent. */
export const percentOf = ({ total, waiting }: RecipientCounts): number =>
  total === 0 ? 100 : Math.floor(((total - waiting) / total) * 100);

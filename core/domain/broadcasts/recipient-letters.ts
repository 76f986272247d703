import type { RecipientStatus } from "../../contracts/broadcasts/broadcast-states.ts";
import type { SendErrorCode } from "../../contracts/error-codes.ts";

/** People of one page. */
export const PAGE_PEOPLE = 100;

/**
 * A person's progress in a broadcast, as its page stores it: one letter each, none while they wait. So the counts of a
 * page are those of its letters, and can't differ from them.
 */
export const RECIPIENT_LETTERS = {
  s: "sent",
  d: "delivered",
  r: "read",
  a: "replied",
  f: "failed",
  /** Within 72 hours of its message; else, or before its turn. */
  q: "opted_out",
  o: "opted_out",
  /** They turned out to be somebody else on the list, who already has it. */
  m: "sent",
  /** Given up without a message: it waited too long; they never wrote, as far as it is known now. */
  w: "failed",
  x: "failed",
} as const satisfies Record<string, RecipientStatus>;
/** One of the letters. */
export type RecipientLetter = keyof typeof RECIPIENT_LETTERS;

/** Why somebody has no message, by the letter. */
export const LETTER_ERRORS: Partial<Record<RecipientLetter, SendErrorCode>> = {
  o: "opted_out",
  w: "waited_too_long",
  x: "messenger_refused",
};

/** The page's attribute of the person at this place, 0 to 99. */
export const letterField = (at: number): string => `p${String(at).padStart(2, "0")}`;

import type { RecipientStatus } from "../../contracts/broadcasts/broadcast-states.ts";
import type { SendErrorCode } from "../../contracts/error-codes.ts";

/** The number of people on a page. */
export const PAGE_PEOPLE = 100;

/** Each state as customers see it, and its letter in storage, where an item holds a hundred. Only used here. */
const STATES = {
  sent: { status: "sent", letter: "s" },
  delivered: { status: "delivered", letter: "d" },
  read: { status: "read", letter: "r" },
  replied: { status: "replied", letter: "a" },
  failed: { status: "failed", letter: "f" },
  /** Within 72 hours after the broadcast's message. */
  opted_out_after: { status: "opted_out", letter: "q" },
  /** Later than that, or before the person's turn. */
  opted_out: { status: "opted_out", letter: "o" },
  /** The person turned out to be someone else on the list, who already has the message. */
  sent_as_another: { status: "sent", letter: "m" },
  /** Given up without a message. */
  waited_too_long: { status: "failed", letter: "w" },
  /** Also given up: as far as we know now, the person never wrote. */
  never_wrote: { status: "failed", letter: "x" },
} as const satisfies Record<string, { status: RecipientStatus; letter: string }>;

/**
 * A person's progress in a broadcast; none while they wait. A page's counts are computed from its states, so they can't
 * differ.
 */
export type RecipientState = keyof typeof STATES;

/** All recipient states. */
export const RECIPIENT_STATES = Object.keys(STATES) as RecipientState[]; // its own keys

const BY_LETTER: ReadonlyMap<unknown, RecipientState> = new Map(
  RECIPIENT_STATES.map((state) => [STATES[state].letter, state]),
);

/** A page in its stored form. */
type StoredPage = Readonly<Record<string, unknown>>;

/** Why someone has no message, by state. */
export const STATE_ERRORS: Partial<Record<RecipientState, SendErrorCode>> = {
  opted_out: "opted_out",
  waited_too_long: "waited_too_long",
  never_wrote: "messenger_refused",
};

/** Returns a state as customers see it. */
export const statusOfState = (state: RecipientState): RecipientStatus => STATES[state].status;

/** Returns the page's attribute for the person at this place, 0 to 99. */
export const stateField = (at: number): string => `p${String(at).padStart(2, "0")}`;

/** Returns the value of that attribute. */
export const storedState = (state: RecipientState): string => STATES[state].letter;

/** Returns the state of the person at a place on a page; null if they wait. */
export const stateAt = (page: StoredPage | null, at: number): RecipientState | null =>
  BY_LETTER.get(page?.[stateField(at)]) ?? null;

import type { RecipientStatus } from "../../contracts/broadcasts/broadcast-states.ts";
import type { SendErrorCode } from "../../contracts/error-codes.ts";

/** The number of people per page. */
export const PAGE_PEOPLE = 100;

/**
 * Maps each state to the status that customers see and the letter that is stored. Single letters are used because one
 * item contains a hundred states. They appear only in this file.
 */
const STATES = {
  sent: { status: "sent", letter: "s" },
  delivered: { status: "delivered", letter: "d" },
  read: { status: "read", letter: "r" },
  replied: { status: "replied", letter: "a" },
  failed: { status: "failed", letter: "f" },
  /** Opted out within 72 hours after the broadcast's message. */
  opted_out_after: { status: "opted_out", letter: "q" },
  /** Opted out more than 72 hours after the broadcast's message, or before the message was due. */
  opted_out: { status: "opted_out", letter: "o" },
  /** Turned out to be the same person as another recipient, who already has the message. */
  sent_as_another: { status: "sent", letter: "m" },
  /** Dropped without being sent. */
  waited_too_long: { status: "failed", letter: "w" },
  /** Dropped because, as far as we can tell, the person has never written. */
  never_wrote: { status: "failed", letter: "x" },
} as const satisfies Record<string, { status: RecipientStatus; letter: string }>;

/**
 * A person's state in a broadcast. People who are waiting have no state. A page's counts are computed from its states,
 * so the two always agree.
 */
export type RecipientState = keyof typeof STATES;

/** All recipient states. */
export const RECIPIENT_STATES = Object.keys(STATES) as RecipientState[]; // its own keys

const BY_LETTER: ReadonlyMap<unknown, RecipientState> = new Map(
  RECIPIENT_STATES.map((state) => [STATES[state].letter, state]),
);

/** A stored page of states. */
type StoredPage = Readonly<Record<string, unknown>>;

/** The error code that explains why a person wasn't sent the message, by state. */
export const STATE_ERRORS: Partial<Record<RecipientState, SendErrorCode>> = {
  opted_out: "opted_out",
  waited_too_long: "waited_too_long",
  never_wrote: "messenger_refused",
};

/** Maps a state to the status that customers see. */
export const statusOfState = (state: RecipientState): RecipientStatus => STATES[state].status;

/** Returns the name of the page field for the person at a position (0 to 99). */
export const stateField = (at: number): string => `p${String(at).padStart(2, "0")}`;

/** Returns the value stored in a person's page field. */
export const storedState = (state: RecipientState): string => STATES[state].letter;

/** Returns the state of the person at a position on a page, or null if the person is waiting. */
export const stateAt = (page: StoredPage | null, at: number): RecipientState | null =>
  BY_LETTER.get(page?.[stateField(at)]) ?? null;

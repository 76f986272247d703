import type { RecipientStatus } from "../../contracts/broadcasts/broadcast-states.ts";
import type { SendErrorCode } from "../../contracts/error-codes.ts";

/** People of one page. */
export const PAGE_PEOPLE = 100;

/**
 * Each state as customers see it, and the letter that stores it: an item holds a hundred. Only this place knows them.
 */
const STATES = {
  sent: { status: "sent", letter: "s" },
  delivered: { status: "delivered", letter: "d" },
  read: { status: "read", letter: "r" },
  replied: { status: "replied", letter: "a" },
  failed: { status: "failed", letter: "f" },
  /** Within 72 hours of its message. */
  opted_out_after: { status: "opted_out", letter: "q" },
  /** Later than that, or before its turn. */
  opted_out: { status: "opted_out", letter: "o" },
  /** They turned out to be somebody else on the list, who already has it. */
  sent_as_another: { status: "sent", letter: "m" },
  /** Given up without a message. */
  waited_too_long: { status: "failed", letter: "w" },
  /** The same: they never wrote, as far as it is known now. */
  never_wrote: { status: "failed", letter: "x" },
} as const satisfies Record<string, { status: RecipientStatus; letter: string }>;

/**
 * A person's progress in a broadcast; none while they wait. The counts of a page are those of its states, and can't
 * differ from them.
 */
export type RecipientState = keyof typeof STATES;

/** All of them. */
export const RECIPIENT_STATES = Object.keys(STATES) as RecipientState[]; // its own keys

const BY_LETTER: ReadonlyMap<unknown, RecipientState> = new Map(
  RECIPIENT_STATES.map((state) => [STATES[state].letter, state]),
);

/** A page as it is stored. */
type StoredPage = Readonly<Record<string, unknown>>;

/** Why somebody has no message, by the state. */
export const STATE_ERRORS: Partial<Record<RecipientState, SendErrorCode>> = {
  opted_out: "opted_out",
  waited_too_long: "waited_too_long",
  never_wrote: "messenger_refused",
};

/** A state as customers see it. */
export const statusOfState = (state: RecipientState): RecipientStatus => STATES[state].status;

/** The page's attribute of the person at this place, 0 to 99. */
export const stateField = (at: number): string => `p${String(at).padStart(2, "0")}`;

/** The value of that attribute. */
export const storedState = (state: RecipientState): string => STATES[state].letter;

/** The state of the person at a place of a page; null: they wait. */
export const stateAt = (page: StoredPage | null, at: number): RecipientState | null =>
  BY_LETTER.get(page?.[stateField(at)]) ?? null;

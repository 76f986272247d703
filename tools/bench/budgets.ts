/** The most that one piece of work may consume. `test/system/cost-guard.spec.ts` fails if it consumes more. */
export interface Budget {
  write: number;
  read: number;
  /** Requests billed individually: queue messages, function calls, bus entries, files, keys. */
  requests: number;
  /** Write units that are entries of the lanes' index `due`, which go to few partitions. */
  dueEntries: number;
}

/**
 * The last measured consumption of each piece of work, in the worst order (each webhook in a separate run). Lower a
 * number if the work becomes cheaper; raising one is a decision.
 */
export const BUDGETS = {
  replySent: { write: 34, read: 17, requests: 10, dueEntries: 4 },
  replyDelivered: { write: 11, read: 8, requests: 6, dueEntries: 2 },
  replyRead: { write: 11, read: 8, requests: 6, dueEntries: 2 },
  // For a number with two forms, the other form's record is read on acceptance, with the pace (0155, 0166).
  // It waits for minutes, in which the number's data key and its latest messages are read once more (0.75 read units),
  // its figures are written (0228), and a lane that is looked at once more than needed reads a unit.
  firstMessage: { write: 61, read: 39, requests: 16, dueEntries: 7 },
  receivedText: { write: 24, read: 10, requests: 6, dueEntries: 2 },
  /** Nobody subscribed to its event. With an event it costs seven units more. */
  receivedInGroup: { write: 20, read: 7, requests: 0, dueEntries: 0 },
  receivedImage: { write: 28, read: 14, requests: 7, dueEntries: 2 },
  /** A text and its answer, from the person's phone and back, with three webhooks. */
  answeredByMenu: { write: 85, read: 48, requests: 26, dueEntries: 13 },
  answeredByAgent: { write: 87, read: 77, requests: 26, dueEntries: 13 },
} as const satisfies Record<string, Budget>;

/** The most requests to AWS that one text may cause. */
export interface WayBudget {
  /** Sequential requests, from the API call to the person's phone and from the phone to the webhook's post. */
  inARow: number;
  /** All requests for the text, including its receipts, webhooks and their settling. */
  requests: number;
}

/** The last measured requests on a text's way. Each sequential one takes about 3 to 10 ms on AWS. */
export const WAYS = {
  sent: { inARow: 6, requests: 34 },
  // The lane's header is read before each wake-up, because a remembered one was stale and events waited for the sweep
  // (0136).
  received: { inARow: 6, requests: 13 },
} as const satisfies Record<string, WayBudget>;

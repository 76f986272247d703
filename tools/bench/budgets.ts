/** The most that one piece of work may consume; `test/system/cost-guard.spec.ts` fails when it consumes more. */
export interface Budget {
  write: number;
  read: number;
  /** Requests billed one by one: queue messages, function calls, bus entries, files, keys. */
  requests: number;
  /** Among the written units, entries of the lanes' index `due`: they go to few partitions. */
  dueEntries: number;
}

/**
 * The last measured consumption of each piece of work, in the worst order of things (each webhook in a run of its own).
 * Lower a number when the work got cheaper; raising one is a decision.
 */
export const BUDGETS = {
  replySent: { write: 34, read: 17, requests: 10, dueEntries: 4 },
  replyDelivered: { write: 11, read: 8, requests: 6, dueEntries: 2 },
  replyRead: { write: 11, read: 8, requests: 6, dueEntries: 2 },
  // A number with two forms: the record of the other one is read when it is accepted, with the pace (0155, 0166).
  firstMessage: { write: 60, read: 37, requests: 16, dueEntries: 7 },
  receivedText: { write: 24, read: 10, requests: 6, dueEntries: 2 },
  /** Nobody chose its event; one with an event costs seven units more. */
  receivedInGroup: { write: 20, read: 7, requests: 0, dueEntries: 0 },
  receivedImage: { write: 28, read: 14, requests: 7, dueEntries: 2 },
  /** A text and its answer, from the person's phone to the person's phone, with three webhooks. */
  answeredByMenu: { write: 85, read: 48, requests: 26, dueEntries: 13 },
  answeredByAgent: { write: 87, read: 77, requests: 26, dueEntries: 13 },
} as const satisfies Record<string, Budget>;

/** The most requests to AWS that one text may make. */
export interface WayBudget {
  /**
   * Waited for one after the other: from the API call to the person's phone, from the person's phone to the webhook's
   * post.
   */
  inARow: number;
  /** All that are made for it, with its receipts, its webhooks and their settling. */
  requests: number;
}

/** The last measured requests on a text's ways; each request in a row takes some 3 to 10 ms on AWS. */
export const WAYS = {
  sent: { inARow: 6, requests: 34 },
  // The lane's header is read before each wake-up: a remembered one was stale, and events waited for the sweep (0136).
  received: { inARow: 6, requests: 13 },
} as const satisfies Record<string, WayBudget>;

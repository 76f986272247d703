/** The maximum consumption of a piece of work. `test/system/cost-guard.spec.ts` fails if it is exceeded. */
export interface Budget {
  write: number;
  read: number;
  /** Requests billed individually: queue messages, function calls, bus entries, files, keys. */
  requests: number;
  /** Write units for entries in the lanes' index `due`, which are spread over only a few partitions. */
  dueEntries: number;
}

/**
 * The latest measured consumption of each piece of work, in the most expensive order (each webhook in a run of its
 * own). Lower a number when the work becomes cheaper. Raising one is a deliberate decision.
 */
export const BUDGETS = {
  replySent: { write: 34, read: 17, requests: 10, dueEntries: 4 },
  replyDelivered: { write: 11, read: 8, requests: 6, dueEntries: 2 },
  replyRead: { write: 11, read: 8, requests: 6, dueEntries: 2 },
  // The number has two forms, so accepting the message also reads the other form's record, together with the pace
  // (0155, 0166). The message waits for minutes, during which the number's data key and its latest messages are read
  // once more (0.75 read units) and its figures are written (0228). An unnecessary lane check reads one more unit.
  firstMessage: { write: 61, read: 39, requests: 16, dueEntries: 7 },
  receivedText: { write: 24, read: 10, requests: 6, dueEntries: 2 },
  /** For a message whose event has no subscriber. An event with a subscriber costs seven units more. */
  receivedInGroup: { write: 20, read: 7, requests: 0, dueEntries: 0 },
  receivedImage: { write: 28, read: 14, requests: 7, dueEntries: 2 },
  /** Covers a text and its answer, from the person's phone and back, with three webhooks. */
  answeredByMenu: { write: 85, read: 48, requests: 26, dueEntries: 13 },
  answeredByAgent: { write: 87, read: 77, requests: 26, dueEntries: 13 },
} as const satisfies Record<string, Budget>;

/** The maximum number of requests to AWS for a text. */
export interface WayBudget {
  /** Sequential requests, either from the API call to the person's phone or from the phone to the webhook's post. */
  inARow: number;
  /** All requests for the text, including those for its receipts, webhooks and their settling. */
  requests: number;
}

/**
 * The latest measured number of requests along a text's path. Each sequential request takes about 3 to 10 ms on AWS.
 */
export const WAYS = {
  sent: { inARow: 6, requests: 34 },
  // The lane's header is read before each wake-up. When it was cached in memory instead, it could be stale, and events
  // had to wait for the sweep (0136).
  received: { inARow: 6, requests: 13 },
} as const satisfies Record<string, WayBudget>;

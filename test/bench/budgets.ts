/** The most that one piece of work may consume; `test/system/cost-guard.spec.ts` fails when it consumes more. */
export interface Budget {
  write: number;
  read: number;
  /** Requests billed one by one: queue messages, function calls, bus entries, files, keys. */
  requests: number;
  /** Of the written units, entries of the lanes' index `due`: they go to few partitions. */
  dueEntries: number;
}

/**
 * What each piece of work consumed when it was last looked at, worst order of things (each webhook in a run of its own).
 * Lower a number when the work got cheaper; raising one is a decision.
 */
export const BUDGETS = {
  replySent: { write: 62, read: 58, requests: 14, dueEntries: 10 },
  replyDelivered: { write: 28, read: 34, requests: 10, dueEntries: 6 },
  replyRead: { write: 28, read: 34, requests: 10, dueEntries: 6 },
  firstMessage: { write: 84, read: 70, requests: 19, dueEntries: 11 },
  receivedText: { write: 44, read: 36, requests: 10, dueEntries: 6 },
  receivedImage: { write: 44, read: 39, requests: 11, dueEntries: 6 },
} as const satisfies Record<string, Budget>;

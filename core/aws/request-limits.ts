// The limits of every AWS client, by its purpose: each is a separate export, so that a bundle holds only those it
// needs. A request that is given up may have been carried out: all of them may be repeated. Reasons and sums:
// docs/decisions/0059.

/** How long one request to AWS may take, and how often it is made. */
export interface RequestLimits {
  /** Until there is a connection, ms. The wait for a free one counts. */
  connectMs: number;
  /** From the start until the answer's headers, ms; sending the body counts. */
  answerMs: number;
  /** A connection on which nothing moves for this long is closed, even in the middle of an answer, ms. */
  silenceMs?: number;
  /** The client's attempts for one request. */
  tries: number;
}

/** The limits of a table, whose client makes one attempt. */
export interface TableLimits extends RequestLimits {
  /** How long patient-request.ts repeats a request that fails in passing, ms; the last attempt may end later. */
  patienceMs: number;
}

/** The table for functions, with a patience a little shorter than a caller's. */
export const table: TableLimits = { connectMs: 1_000, answerMs: 3_000, tries: 1, patienceMs: 20_000 };
/**
 * The table for sessions: hundreds share its connections, and a process that pauses for a second must not take the
 * table for dead. Ended before a task that hears nothing has to stop (`STOP_MS`).
 */
export const sessionTable: TableLimits = { connectMs: 2_000, answerMs: 5_000, tries: 1, patienceMs: 20_000 };
/** A task's heartbeat and its check of the shards: the next one follows soon. */
export const beats: TableLimits = { connectMs: 1_000, answerMs: 3_000, tries: 1, patienceMs: 2_000 };
/** Sending wake-ups, and the operator's work on dead letters. */
export const queue: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** Waiting for wake-ups: SQS itself answers after 20 s at the latest. */
export const longPoll: RequestLimits = { connectMs: 2_000, answerMs: 25_000, tries: 3 };
/** Wake-ups that are due later. */
export const scheduler: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** KMS. */
export const keys: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** The internal bus. */
export const bus: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** SES does not recognise a repeated mail, so it gets longer to answer and fewer attempts. */
export const mail: RequestLimits = { connectMs: 1_000, answerMs: 8_000, tries: 2 };
/** Files of sessions. A download is written to a disk that may be busy, so its silence may be longer. */
export const files: RequestLimits = { connectMs: 2_000, answerMs: 10_000, silenceMs: 30_000, tries: 3 };
/** Sending one part of a file, 5 MB at most: slower than 85 KB a second is a broken line. */
export const filePart: RequestLimits = { connectMs: 2_000, answerMs: 60_000, silenceMs: 30_000, tries: 3 };
/** A request's file of a few megabytes on its way into the bucket; here `answerMs` is the whole attempt. */
export const smallFile: RequestLimits = { connectMs: 8_000, answerMs: 8_000, tries: 3 };
/** Whether a file exists; `answerMs` is the whole attempt. */
export const fileLook: RequestLimits = { connectMs: 3_000, answerMs: 3_000, tries: 3 };
/**
 * Creating tables and queues on one machine, and an operator's work on a table's settings: not all of it may be
 * repeated.
 */
export const setup: RequestLimits = { connectMs: 10_000, answerMs: 60_000, tries: 3 };
/** The operator's check of the account and its services, from wherever the operator is. */
export const account: RequestLimits = { connectMs: 5_000, answerMs: 15_000, tries: 3 };

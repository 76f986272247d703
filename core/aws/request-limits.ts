// The limits of every AWS client, by purpose. Each is a separate export, so that a bundle contains only those it needs.
// A request that is given up may still have been carried out, so all of them must be safe to repeat. Reasons and sums:
// docs/decisions/0059.

/** How long one request to AWS may take, and how often it is attempted. */
export interface RequestLimits {
  /** Time to connect, ms, including the wait for a free connection. */
  connectMs: number;
  /** Time from the start to the response's headers, ms, including sending the body. */
  answerMs: number;
  /** A connection on which nothing moves for this long is closed, even in the middle of an answer, ms. */
  silenceMs?: number;
  /** The client's attempts per request. */
  tries: number;
}

/** The limits of a table; its client makes one attempt. */
export interface TableLimits extends RequestLimits {
  /**
   * How long patient-request.ts keeps repeating a request that fails transiently, ms; the last attempt can end later.
   */
  patienceMs: number;
}

/** The table for functions, with slightly less patience than a caller. */
export const table: TableLimits = { connectMs: 1_000, answerMs: 3_000, tries: 1, patienceMs: 20_000 };
/**
 * The table for sessions. Hundreds share its connections, and a process that pauses for a second must not take the
 * table for dead. Shorter than the time after which a task without an answer has to stop (`STOP_MS`).
 */
export const sessionTable: TableLimits = { connectMs: 2_000, answerMs: 5_000, tries: 1, patienceMs: 20_000 };
/** A task's heartbeat and its shard check: the next one follows soon. */
export const beats: TableLimits = { connectMs: 1_000, answerMs: 3_000, tries: 1, patienceMs: 2_000 };
/** Sending wake-ups, and operator commands on dead letters. */
export const queue: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** Waiting for wake-ups: SQS itself answers within 20 s. */
export const longPoll: RequestLimits = { connectMs: 2_000, answerMs: 25_000, tries: 3 };
/** Wake-ups due later. */
export const scheduler: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** KMS. */
export const keys: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** The internal bus. */
export const bus: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** Sending on WebSockets: one that takes longer is closed, and its client connects again. */
export const sockets: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** SES does not recognise a repeated mail, so it gets longer to answer and fewer attempts. */
export const mail: RequestLimits = { connectMs: 1_000, answerMs: 8_000, tries: 2 };
/** Session files. A download is written to a disk that can be busy, so its silence may be longer. */
export const files: RequestLimits = { connectMs: 2_000, answerMs: 10_000, silenceMs: 30_000, tries: 3 };
/** Uploading one part of a file, at most 5 MB: slower than 85 KB a second means a broken line. */
export const filePart: RequestLimits = { connectMs: 2_000, answerMs: 60_000, silenceMs: 30_000, tries: 3 };
/** Uploading a request's file of a few megabytes to the bucket; here `answerMs` covers the whole attempt. */
export const smallFile: RequestLimits = { connectMs: 8_000, answerMs: 8_000, tries: 3 };
/** Checking whether a file exists; `answerMs` covers the whole attempt. */
export const fileLook: RequestLimits = { connectMs: 3_000, answerMs: 3_000, tries: 3 };
/**
 * Creating tables and queues on one machine, and operator commands on a table's settings. Not all of these may be
 * repeated.
 */
export const setup: RequestLimits = { connectMs: 10_000, answerMs: 60_000, tries: 3 };
/** The operator's check of the account and its services, from wherever the operator is. */
export const account: RequestLimits = { connectMs: 5_000, answerMs: 15_000, tries: 3 };

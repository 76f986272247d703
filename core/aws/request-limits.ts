// The limits of every AWS client, by purpose. Each limit is a separate export, so a bundle contains only the limits it
// needs. AWS may still carry out a request after its client has given up, so all requests must be safe to repeat.
// Reasons and calculations: docs/decisions/0059.

/** How long a request to AWS may take, and how many times it is attempted. */
export interface RequestLimits {
  /** The time allowed for connecting, in ms, including the wait for a free connection. */
  connectMs: number;
  /** The time allowed until the response headers arrive, in ms, including the time to send the body. */
  answerMs: number;
  /** How long, in ms, a connection may be silent before it is closed, even in the middle of a response. */
  silenceMs?: number;
  /** How many attempts the client makes per request. */
  tries: number;
}

/** The limits of a table client, which makes one attempt per request. */
export interface TableLimits extends RequestLimits {
  /**
   * How long patient-request.ts keeps repeating a request that fails transiently, in ms. The last attempt can finish
   * later.
   */
  patienceMs: number;
}

/** For table access from functions. These limits are slightly shorter than the callers' timeouts. */
export const table: TableLimits = { connectMs: 1_000, answerMs: 3_000, tries: 1, patienceMs: 20_000 };
/**
 * For table access from sessions. Hundreds of sessions share the connections, and a process that stalls for a second
 * must not conclude that the table is down. These limits are shorter than the time after which a task that gets no
 * response has to stop (`STOP_MS`).
 */
export const sessionTable: TableLimits = { connectMs: 2_000, answerMs: 5_000, tries: 1, patienceMs: 20_000 };
/** For a task's heartbeat and its shard check, both of which are soon repeated anyway. */
export const beats: TableLimits = { connectMs: 1_000, answerMs: 3_000, tries: 1, patienceMs: 2_000 };
/** For sending wake-ups, and for operator commands on dead letters. */
export const queue: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** For receiving wake-ups by long polling. SQS itself responds within 20 s. */
export const longPoll: RequestLimits = { connectMs: 2_000, answerMs: 25_000, tries: 3 };
/** For scheduling wake-ups that are due later. */
export const scheduler: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** For requests to KMS. */
export const keys: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** For the internal bus. */
export const bus: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** For sending on WebSockets. If sending takes longer, the connection is closed and the client reconnects. */
export const sockets: RequestLimits = { connectMs: 1_000, answerMs: 3_000, tries: 3 };
/** For mail. SES doesn't detect duplicates, so requests get more time and fewer attempts. */
export const mail: RequestLimits = { connectMs: 1_000, answerMs: 8_000, tries: 2 };
/** For session files. A download is written to a disk that may be busy, so longer silences are allowed. */
export const files: RequestLimits = { connectMs: 2_000, answerMs: 10_000, silenceMs: 30_000, tries: 3 };
/**
 * For uploading one part of a file, at most 5 MB. If an upload is slower than 85 KB per second, the connection is
 * considered broken.
 */
export const filePart: RequestLimits = { connectMs: 2_000, answerMs: 60_000, silenceMs: 30_000, tries: 3 };
/** For uploading a file of a few megabytes from a request to the bucket. `answerMs` covers the whole attempt here. */
export const smallFile: RequestLimits = { connectMs: 8_000, answerMs: 8_000, tries: 3 };
/** For checking whether a file exists. `answerMs` covers the whole attempt. */
export const fileLook: RequestLimits = { connectMs: 3_000, answerMs: 3_000, tries: 3 };
/**
 * For creating tables and queues on a single machine, and for operator commands that change a table's settings. Not all
 * of these requests are safe to repeat.
 */
export const setup: RequestLimits = { connectMs: 10_000, answerMs: 60_000, tries: 3 };
/** For the operator's check of the account and its services, which can be run from anywhere. */
export const account: RequestLimits = { connectMs: 5_000, answerMs: 15_000, tries: 3 };

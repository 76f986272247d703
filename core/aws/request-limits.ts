/** How long one request to AWS may take, and how often it is made. */
export interface RequestLimits {
  /** Until there is a connection, ms. The wait for a free one counts. */
  connectMs: number;
  /** From the beginning until the answer's headers, ms; sending the body counts. */
  answerMs: number;
  /** A connection on which nothing moves for so long is broken off, also in the middle of an answer, ms. */
  silenceMs?: number;
  /** The client's tries of one request. */
  tries: number;
  /** How long a request that fails in passing is made again by patient-request.ts, ms; the last try may end later. */
  patienceMs?: number;
}

/** A service that answers within milliseconds, asked by somebody who waits. */
const QUICK = { connectMs: 1_000, answerMs: 3_000 };

/**
 * The limits of every AWS client, by what it is for. A request that is given up may have been carried out: all of them
 * may be made twice. Reasons and sums: docs/decisions/0059.
 */
export const REQUEST_LIMITS = {
  /** The table for functions, with a patience a little shorter than a caller's. */
  table: { ...QUICK, tries: 1, patienceMs: 20_000 },
  /**
   * The table for sessions: hundreds share its connections, and a process that stands still for a second must not take
   * the table for dead. Ended before a task that hears nothing has to stop (`STOP_MS`).
   */
  sessionTable: { connectMs: 2_000, answerMs: 5_000, tries: 1, patienceMs: 20_000 },
  /** A task's heartbeat and its look at the shards: the next one follows soon. */
  beats: { ...QUICK, tries: 1, patienceMs: 2_000 },
  /** Sending wake-ups, and the operator's work on dead letters. */
  queue: { ...QUICK, tries: 3 },
  /** Waiting for wake-ups: SQS itself answers after 20 s at the latest. */
  longPoll: { connectMs: 2_000, answerMs: 25_000, tries: 3 },
  scheduler: { ...QUICK, tries: 3 },
  keys: { ...QUICK, tries: 3 },
  bus: { ...QUICK, tries: 3 },
  /** SES does not recognise a repeated mail, so it is given longer to answer and fewer tries. */
  mail: { connectMs: 1_000, answerMs: 8_000, tries: 2 },
  /** Files of sessions. A download is written to a disk that may be busy, so its silence may be longer. */
  files: { connectMs: 2_000, answerMs: 10_000, silenceMs: 30_000, tries: 3 },
  /** Sending one part of a file, 5 MB at most: slower than 85 KB a second is a broken line. */
  filePart: { connectMs: 2_000, answerMs: 60_000, silenceMs: 30_000, tries: 3 },
  /** A request's file of a few megabytes on its way into the bucket; here `answerMs` is the whole try. */
  smallFile: { connectMs: 8_000, answerMs: 8_000, tries: 3 },
  /** Whether a file is there; `answerMs` is the whole try. */
  fileLook: { connectMs: 3_000, answerMs: 3_000, tries: 3 },
  /** Making tables and queues when a gateway on one machine starts: not all of it may be made twice. */
  setup: { connectMs: 10_000, answerMs: 60_000, tries: 3 },
  /** The operator's look at the account and its services, from wherever the operator is. */
  account: { connectMs: 5_000, answerMs: 15_000, tries: 3 },
} as const satisfies Record<string, RequestLimits>;

/** A purpose of requests. */
export type RequestUse = keyof typeof REQUEST_LIMITS;

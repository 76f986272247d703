import type { SendErrorCode } from "./error-codes.ts";

/** Metrics that count. */
export const COUNTERS = [
  "ShardsTaken",
  "ShardsReleased",
  /** Shards this task lost, because its heartbeat was late or another task owns them. */
  "ShardsLost",
  /** Shards without an owner that this task did not take, because its memory is nearly full. */
  "ShardsRefused",
  "ConnectionsOpened",
  "ConnectionsClosed",
  /** Closes that someone must investigate: a refused version or identity, too many connects, another owner. */
  "ConnectionAlarms",
  "MessagesReceived",
  /** Messages that arrived but could not be read; most recover when the sender's phone sends them again. */
  "DecryptErrors",
  /** Work quarantined because it can never succeed. */
  "JobsSetAside",
  /** Promises from the network library that were rejected and that nobody awaited. */
  "LateRejections",
  /** Queries that the network does not understand any more; also by name and number, as the dimension `Query`. */
  "QueriesNotUnderstood",
] as const;
export type Counter = (typeof COUNTERS)[number];

/** How long something took, ms. */
export const DURATIONS = [
  /** From the acceptance of a reply to the network's acknowledgement. */
  "ReplyAge",
] as const;
export type Duration = (typeof DURATIONS)[number];

/** The counter for queries that the network does not understand any more, because its web client has moved on. */
export const NOT_UNDERSTOOD = "QueriesNotUnderstood" satisfies Counter;

/** Outcomes of a send. */
export type SendOutcome = "sent" | SendErrorCode;

/**
 * The metrics that every stage's alarms use. A stage without close monitoring writes only these, because CloudWatch
 * charges for each name, and for each value of its dimension.
 */
export const ESSENTIAL_METRICS: readonly string[] = [
  "ShardsHeld",
  "LaneAge",
  "ConnectionAlarms",
  "JobsSetAside",
  "Sessions",
];

/**
 * The essential metrics that such a stage writes only when they aren't 0, because silence costs nothing and their
 * alarms take it for 0. The others show that the service lives.
 */
export const SILENT_AT_ZERO: readonly string[] = ["ConnectionAlarms", "JobsSetAside"];

/** Metrics for the current state, read when they are written. */
export interface Gauges {
  ShardsHeld: number;
  /** How long the longest-waiting lane has waited for work, or incoming data for storage, ms. */
  LaneAge: number;
  /** Number of sessions in each status that customers see. */
  sessions: Record<string, number>;
}

/** The upper bounds of the classes that durations are counted in, ms. */
export const DURATION_BOUNDS_MS = [250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000] as const;

/** One duration since the start: how often, for how long together, and how often up to each bound. */
export interface DurationTotal {
  count: number;
  sum_ms: number;
  up_to: number[];
}

/** The counts since the process started, for a program that reads them from time to time. */
export interface Totals {
  counts: Record<string, number>;
  sends: Record<string, number>;
  durations: Record<string, DurationTotal>;
  not_understood: Record<string, number>;
}

import type { SendErrorCode } from "./error-codes.ts";

/** Metrics that count occurrences. */
export const COUNTERS = [
  "ShardsTaken",
  "ShardsReleased",
  /** Shards that this task lost because its heartbeat was late or because another task owns them. */
  "ShardsLost",
  /** Unowned shards that this task didn't claim because its memory is nearly full. */
  "ShardsRefused",
  "ConnectionsOpened",
  "ConnectionsClosed",
  /**
   * Closed connections that someone needs to investigate: a refused version or identity, too many connection attempts,
   * or another owner.
   */
  "ConnectionAlarms",
  "MessagesReceived",
  /** Received messages that could not be decrypted. Most of them are recovered when the sender's phone resends them. */
  "DecryptErrors",
  /** Work that was quarantined because it can never succeed. */
  "JobsSetAside",
  /** Rejected promises of the network library that no code awaited. */
  "LateRejections",
  /**
   * Queries that the network no longer understands. They are also counted by name and number in the `Query` dimension.
   */
  "QueriesNotUnderstood",
] as const;
export type Counter = (typeof COUNTERS)[number];

/** Metrics that measure durations, in ms. */
export const DURATIONS = [
  /** From the acceptance of a reply to the network's acknowledgement. */
  "ReplyAge",
] as const;
export type Duration = (typeof DURATIONS)[number];

/** Counts queries that the network no longer understands because its web client has moved on. */
export const NOT_UNDERSTOOD = "QueriesNotUnderstood" satisfies Counter;

/** The possible outcomes of a send. */
export type SendOutcome = "sent" | SendErrorCode;

/**
 * The metrics that the alarms of every stage need. A stage without close monitoring writes only these, because
 * CloudWatch charges for each metric name and each dimension value.
 */
export const ESSENTIAL_METRICS: readonly string[] = [
  "ShardsHeld",
  "LaneAge",
  "ConnectionAlarms",
  "JobsSetAside",
  "Sessions",
];

/**
 * The essential metrics that a stage without close monitoring writes only when they aren't 0: missing values cost
 * nothing, and the alarms treat them as 0. The other essential metrics are always written, to show that the service is
 * alive.
 */
export const SILENT_AT_ZERO: readonly string[] = ["ConnectionAlarms", "JobsSetAside"];

/** Metrics of the current state, measured at the time they are written. */
export interface Gauges {
  ShardsHeld: number;
  /** The age, in ms, of the longest wait: a lane waiting for a run, or incoming data waiting to be stored. */
  LaneAge: number;
  /** The number of sessions by status, as seen by customers. */
  sessions: Record<string, number>;
}

/** The upper bounds of the buckets for counting durations, in ms. */
export const DURATION_BOUNDS_MS = [250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000] as const;

/**
 * A duration's totals since the process started: how often it was measured, the total time, and how many measurements
 * fell within each bound.
 */
export interface DurationTotal {
  count: number;
  sum_ms: number;
  up_to: number[];
}

/** The counts since the process started, for a program that polls them periodically. */
export interface Totals {
  counts: Record<string, number>;
  sends: Record<string, number>;
  durations: Record<string, DurationTotal>;
  not_understood: Record<string, number>;
}

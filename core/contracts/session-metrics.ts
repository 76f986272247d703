import type { SendErrorCode } from "./error-codes.ts";

/** Metrics that count. */
export const COUNTERS = [
  "ShardsTaken",
  "ShardsReleased",
  /** Shards this task could not hold on to: its heartbeat came too late, or another task has them. */
  "ShardsLost",
  /** Shards without an owner that this task left, because its memory is nearly full. */
  "ShardsRefused",
  "ConnectionsOpened",
  "ConnectionsClosed",
  /** Closes that somebody must look at: a refused version or identity, too many connects, another owner. */
  "ConnectionAlarms",
  "MessagesReceived",
  /** Messages that came and could not be read; most heal when their writer's phone sends them again. */
  "DecryptErrors",
  /** Work set aside because it can never succeed. */
  "JobsSetAside",
  /** Promises of the network library that failed with nobody waiting. */
  "LateRejections",
  /** Questions that the network understands no more; also by each one's name and number, as the dimension `Query`. */
  "QueriesNotUnderstood",
] as const;
export type Counter = (typeof COUNTERS)[number];

/** How long something took, ms. */
export const DURATIONS = [
  /** From the acceptance of a reply to the network's acknowledgement. */
  "ReplyAge",
] as const;
export type Duration = (typeof DURATIONS)[number];

/** The counter of questions that the network understands no more: its web client has moved on. */
export const NOT_UNDERSTOOD = "QueriesNotUnderstood" satisfies Counter;

/** Outcomes of a send. */
export type SendOutcome = "sent" | SendErrorCode;

/**
 * Metrics that the alarms of every stage look at. A stage that is not watched closely writes these alone: CloudWatch
 * charges for each name, and for each value of its dimension.
 */
export const ESSENTIAL_METRICS: readonly string[] = [
  "ShardsHeld",
  "LaneAge",
  "ConnectionAlarms",
  "JobsSetAside",
  "Sessions",
];

/** Metrics of the present state, read when they are written. */
export interface Gauges {
  ShardsHeld: number;
  /** How long the lane that waits longest has been waiting to be worked, or what came in to be stored, ms. */
  LaneAge: number;
  /** How many sessions there are of each status customers see. */
  sessions: Record<string, number>;
}

/**
 * A request to move the gateway's clock, either by a number of seconds or to a specific time. Exactly one of the two is
 * set.
 */
export interface ClockRequest {
  readonly advance_seconds?: number;
  /** The time to move to, as ISO 8601 with offset. */
  readonly now?: string;
}

/**
 * The result of moving the clock: the new time, and `settled`, which states whether everything that became due has been
 * completed.
 */
export interface ClockMoved {
  readonly now: string;
  readonly settled: boolean;
}

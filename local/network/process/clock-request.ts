/** A wish to move the gateway's clock; exactly one of the two is given. */
export interface ClockRequest {
  readonly advance_seconds?: number;
  /** ISO 8601 with offset. */
  readonly now?: string;
}

/** Where the clock stands after it was moved, and whether the gateway has settled since. */
export interface ClockMoved {
  readonly now: string;
  readonly settled: boolean;
}

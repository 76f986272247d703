/** A request to move the gateway's clock either by seconds or to a time; exactly one of them is given. */
export interface ClockRequest {
  readonly advance_seconds?: number;
  /** ISO 8601 with offset. */
  readonly now?: string;
}

/** The time after moving the clock; `settled`: whether everything that became due is done. */
export interface ClockMoved {
  readonly now: string;
  readonly settled: boolean;
}

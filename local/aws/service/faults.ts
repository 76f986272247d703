/** Disturbs requests before they are processed. Used in tests. */
export interface Faults {
  /** Returns how long to delay each request, in milliseconds of real time. */
  delayMs?: (action: string) => number;
  /**
   * Returns the error with which to respond. "conflict" affects only DynamoDB writes; "refuse" is the answer to a role
   * that lacks the right; null lets the request pass.
   */
  fail?: (action: string) => null | "throttle" | "conflict" | "refuse";
}

/** Disturbs requests before they are processed. For tests. */
export interface Faults {
  /** Returns how long to delay a request, in milliseconds of real time. */
  delayMs?: (action: string) => number;
  /**
   * Returns the error to respond with. "conflict" affects only DynamoDB writes, "refuse" is the response for a role
   * that lacks the right, and null lets the request pass.
   */
  fail?: (action: string) => null | "throttle" | "conflict" | "refuse";
}

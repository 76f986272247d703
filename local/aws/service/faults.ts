/** Disturbs requests before they are processed. Used in tests. */
export interface Faults {
  /** Returns how long to delay each request, in milliseconds of real time. */
  delayMs?: (action: string) => number;
  /** Returns the error with which to respond. "conflict" affects only DynamoDB writes; null lets the request pass. */
  fail?: (action: string) => null | "throttle" | "conflict";
}

/** Disturbs requests before they are processed; for tests. */
export interface Faults {
  /** Milliseconds (real time) to wait before each request. */
  delayMs?: (action: string) => number;
  /** Returns the error to answer with; "conflict" affects only DynamoDB writes, null lets the request through. */
  fail?: (action: string) => null | "throttle" | "conflict";
}

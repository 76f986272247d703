/** Disturbs requests before they are worked on; for tests. */
export interface Faults {
  /** Milliseconds (real time) to wait before each request. */
  delayMs?: (action: string) => number;
  /** The error to answer with; "conflict" concerns DynamoDB writes only, null lets the request through. */
  fail?: (action: string) => null | "throttle" | "conflict";
}

/** What a test may do to requests before they are worked on. */
export interface Faults {
  /** Milliseconds (real time) to wait before each request. */
  delayMs?: (action: string) => number;
  /** "conflict" speaks of DynamoDB writes only; null lets the request through. */
  fail?: (action: string) => null | "throttle" | "conflict";
}

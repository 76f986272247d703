/** Interferes with requests before they are processed, for tests. */
export interface Faults {
  /** Returns how long to delay a request, in milliseconds of real time. */
  delayMs?: (action: string) => number;
  /**
   * Returns the error to respond with. "conflict" affects only DynamoDB writes, "refuse" is the response for a role
   * that lacks permission, and null lets the request pass.
   */
  fail?: (action: string) => null | "throttle" | "conflict" | "refuse";
}

/**
 * The few interfaces with two implementations: AWS and one machine, or real and simulated. Types only.
 */

/** The gateway's clock. Everything timed goes through it, so that a test or the sandbox can move it. */
export interface Clock {
  now(): Date;
  /** Resolves once `now()` has reached `at` (at once when it has), or when `signal` aborts; never rejects. */
  until(at: Date, signal?: AbortSignal): Promise<void>;
}

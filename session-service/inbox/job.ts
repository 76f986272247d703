import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
/** Work on one thing that came from the network. */
export interface Job {
  /** Its kind, for logs. */
  what: string;
  /** The chat to which it belongs: within one the order is kept. Absent: it concerns the number itself. */
  chat?: string;
  /**
   * Does the work; called again after a failure. @throws FenceLost, and passing or lasting errors: see `failureKind`.
   */
  work: (signal: AbortSignal) => Promise<void>;
  /** Whether a text that is stored at once may be stored before it; absent: it may not. */
  mayBePassed?: () => boolean;
  /** Stores the job in the quarantine because it can never succeed. Rejects as `work` does. */
  quarantine: (failure: QuarantineReason) => Promise<void>;
}

import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
/** Work on one thing received from the network. */
export interface Job {
  /** Its kind, for logs. */
  what: string;
  /** The chat it belongs to, within which the order is kept. Absent: it is about the number itself. */
  chat?: string;
  /**
   * Does the work; called again after a failure. @throws FenceLost, and temporary or lasting errors (see
   * `failureKind`).
   */
  work: (signal: AbortSignal) => Promise<void>;
  /** Whether a text that is stored at once may be stored before it; absent if it may not. */
  mayBePassed?: () => boolean;
  /** Stores the job in the quarantine, because it can never succeed. Rejects with the same errors as `work`. */
  quarantine: (failure: QuarantineReason) => Promise<void>;
}

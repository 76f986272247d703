import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
/** A job for one item received from the network. */
export interface Job {
  /** The kind of job, for logs. */
  what: string;
  /**
   * The chat that the job belongs to. Jobs of the same chat run in order. Absent if the job concerns the number itself.
   */
  chat?: string;
  /**
   * Does the work. Called again after a failure. @throws FenceLost, and temporary or permanent errors (see
   * `failureKind`).
   */
  work: (signal: AbortSignal) => Promise<void>;
  /**
   * Whether texts that are stored directly may be stored ahead of this job. If absent, no texts may be stored ahead of
   * it.
   */
  mayBePassed?: () => boolean;
  /** Quarantines the job, because it can never succeed. Rejects with the same errors as `work`. */
  quarantine: (failure: QuarantineReason) => Promise<void>;
}

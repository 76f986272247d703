/** Why a job is given up. */
export interface Failure {
  error: unknown;
  /** How often it was tried. */
  tries: number;
}

/** Work on one thing that came from the network. */
export interface Job {
  /** What it is, for logs. */
  what: string;
  /** May be called again after it failed. @throws FenceLost; what passes and what lasts, see `failureKind`. */
  work: (signal: AbortSignal) => Promise<void>;
  /** Puts it where it holds up nothing, once it can never succeed. Rejects as `work` does. */
  setAside: (failure: Failure) => Promise<void>;
}

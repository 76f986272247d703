import type { DatabaseSync } from "node:sqlite";

/** A change that leads the data from one version to the next. */
export interface DataStep {
  /** The version that the data has after it. */
  to: number;
  /** Printed at the start that runs it. */
  does: string;
  /**
   * Changes the data: the table (`items`, `entries` …), and as `services.kept` the state of the other services. Both
   * are in one transaction, which is committed with the new version. Files and other folders aren't, so it leaves them
   * alone.
   */
  run(database: DatabaseSync): void;
}

import type { DatabaseSync } from "node:sqlite";

/** A change that upgrades the data from one version to the next. */
export interface DataStep {
  /** The data version after this step. */
  to: number;
  /** A description, printed when the gateway starts and runs this step. */
  does: string;
  /**
   * Changes the data: the table (`items`, `entries` …) and, as `services.kept`, the other services' state. All changes
   * are made in one transaction, which is committed together with the new version. Files and other folders aren't part
   * of that transaction, so the step must not touch them.
   */
  run(database: DatabaseSync): void;
}

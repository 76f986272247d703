import type { RouteId } from "../core/contracts/routes.ts";

/** The event source that starts a function. */
export type Trigger =
  | { kind: "http"; routes: RouteId[] }
  /** Every request that no route of the table matches. */
  | { kind: "http_default" }
  /** The user pool, after a person has confirmed a new password. */
  | { kind: "password_reset" }
  /** Every request below a path of the panel's API, with any method. */
  | { kind: "http_below"; path: string }
  /** Requests at these paths, with any method; before those below a path. */
  | { kind: "http_paths"; paths: string[] }
  | {
      kind: "queue";
      queue: "endpoint" | "chat" | "notify-admins";
      batchSize: number;
      /** The handler names the records that failed; the others are not repeated. */
      reportBatchItemFailures: true;
      /** A record that was taken and not finished comes back after this time. */
      visibilitySec: number;
      /** A record that was taken this often without being finished goes to the dead-letter queue. */
      maxReceives: number;
    }
  | { kind: "schedule"; everySec: number }
  | {
      /** The table's; its changes are those of `busPatterns`, by what the stage wants on the bus. */
      kind: "stream";
      batchSize: number;
      /** How long changes are gathered before a call. */
      windowSec: number;
      /** Calls at once for one shard of the table. */
      callsAShard: number;
      /** The handler names the first record that failed; it and those after it come again. */
      reportBatchItemFailures: true;
      /** A change that has failed for this long is given up; its dead letter has its place in the stream. */
      givenUpAfterHours: number;
    };

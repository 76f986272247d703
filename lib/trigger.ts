import type { RouteId } from "../core/contracts/routes.ts";

/** The event source that starts a function. */
export type Trigger =
  | { kind: "http"; routes: RouteId[] }
  /** Every request that matches no route of the table. */
  | { kind: "http_default" }
  /** API Gateway, when a client opens a WebSocket or sends something on one. */
  | { kind: "web_socket" }
  /** The user pool, once a person has confirmed a new password. */
  | { kind: "password_reset" }
  /** Every request below a path of the panel's API, with any method. */
  | { kind: "http_below"; path: string }
  /** Requests at these paths, with any method; before those below a path. */
  | { kind: "http_paths"; paths: string[] }
  | {
      kind: "queue";
      queue: "endpoint" | "chat" | "notify-admins";
      batchSize: number;
      /** The handler names the failed records; the others aren't repeated. */
      reportBatchItemFailures: true;
      /** A record that was received but not finished returns after this time. */
      visibilitySec: number;
      /** A record that was received this often without being finished goes to the dead-letter queue. */
      maxReceives: number;
    }
  | { kind: "schedule"; everySec: number }
  | {
      /** The table's stream; its changes are those of the patterns that the stacks give it. */
      kind: "stream";
      batchSize: number;
      /** How long changes are collected before a call. */
      windowSec: number;
      /** Concurrent calls for one shard of the table. */
      callsAShard: number;
      /** The handler names the first failed record; it and those after it are delivered again. */
      reportBatchItemFailures: true;
      /** A change that has failed for this long is abandoned; its dead letter contains its place in the stream. */
      givenUpAfterHours: number;
    };

import type { RouteId } from "../core/contracts/routes.ts";

/** The event source that starts a function. */
export type Trigger =
  | { kind: "http"; routes: RouteId[] }
  /** Every request that doesn't match a route in the route table. */
  | { kind: "http_default" }
  /** API Gateway, when a client opens a WebSocket or sends data on it. */
  | { kind: "web_socket" }
  /** The user pool, once a user has confirmed a new password. */
  | { kind: "password_reset" }
  /** Every request below a panel API path, with any method. */
  | { kind: "http_below"; path: string }
  /** Requests to these paths, with any method. They take precedence over `http_below`. */
  | { kind: "http_paths"; paths: string[] }
  | {
      kind: "queue";
      queue: "endpoint" | "chat" | "notify-admins";
      batchSize: number;
      /** The handler returns the ids of failed records. The other records aren't delivered again. */
      reportBatchItemFailures: true;
      /** How long to wait before redelivering a received record that hasn't been completed. */
      visibilitySec: number;
      /** How many times a record may be received without being completed before it moves to the dead-letter queue. */
      maxReceives: number;
    }
  | { kind: "schedule"; everySec: number }
  | {
      /** The table's stream. The patterns that select the changes are defined in the stacks. */
      kind: "stream";
      batchSize: number;
      /** How long to collect changes before invoking the function. */
      windowSec: number;
      /** The number of concurrent invocations per shard of the table's stream. */
      callsAShard: number;
      /** The handler returns the id of the first failed record. That record and all later ones are delivered again. */
      reportBatchItemFailures: true;
      /** How long to retry a failing change before giving up. Its dead letter contains its position in the stream. */
      givenUpAfterHours: number;
    };

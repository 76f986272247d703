import type { IncomingMessage, ServerResponse } from "node:http";
import type { AwsError } from "./aws-error.ts";

/** An input or output: a JSON object in the service's wire form. */
export type Json = Record<string, unknown>;

/** The call that an action answers. */
export interface Call {
  /** Aborts when the connection ends because the client disconnects or the emulators stop. */
  gone: AbortSignal;
  /** Reports the table capacity that the call consumed; null if not counted. */
  use: ((use: TableUse) => void) | null;
}

/** The capacity that one read or write of the table, or of one of its indexes, consumes at AWS. */
export interface TableUse {
  kind: "read" | "write";
  pk: string;
  /** Empty for a query, which names no single item. */
  sk: string;
  /** null means the table itself. */
  index: string | null;
  units: number;
  /** The item's size; for a query, the size of all it read; 0 for an index entry. */
  bytes: number;
}

/** An answered request, for counting. */
export interface AwsCall {
  action: string;
  input: Json;
  /** null if refused, or the body isn't JSON. */
  output: Json | null;
  uses: TableUse[];
  /** The error that the client got; absent if the request wasn't refused. */
  refused?: AwsError;
  /**
   * When the request arrived and when it was answered, on the machine's clock; for a file request, both are its
   * arrival.
   */
  begunMs: number;
  endedMs: number;
}

/** Sees every answered request. */
export type Watch = (call: AwsCall) => void;

/** One action of a service. @throws AwsError, which the client gets as the service's exception. */
export type Action = (input: Json, call: Call) => Promise<Json> | Json;

/** The services whose actions are dispatched; files are served separately. */
export type ServiceName = "dynamo" | "sqs" | "scheduler" | "bus" | "kms" | "ses" | "sockets";

/** A service as the front serves it, with one dispatch table. */
export interface Service {
  name: ServiceName;
  actions: Readonly<Record<string, Action>>;
  /** The wire format of its answers and errors. */
  protocol: "json-1.0" | "json-1.1" | "rest";
  /** The error for "throttle" faults. */
  throttle: string;
  stop(): void | Promise<void>;
}

/** A service whose bodies are files and whose answers aren't JSON, so it reads and answers on its own. */
export interface RawService {
  /** Whether a request is for this service. */
  claims(request: IncomingMessage): boolean;
  /**
   * @param before counts the action, judges rights and injects faults; its error is the answer. Rejects if the service
   * itself fails.
   */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    before: (action: string, place: { bucket: string; key: string }) => Promise<void>,
  ): Promise<void>;
  /** Returns the error for "throttle" faults. */
  throttle(): AwsError;
  stop(): void | Promise<void>;
}

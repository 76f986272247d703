import type { IncomingMessage, ServerResponse } from "node:http";
import type { AwsError } from "./aws-error.ts";

/** An input or output: a JSON object in the service's wire form. */
export type Json = Record<string, unknown>;

/** The call that an action answers. */
export interface Call {
  /** Aborts when the connection ends: the client hung up, or the emulators stop. */
  gone: AbortSignal;
  /** Reports the table capacity that the call consumed; null: nobody counts. */
  use: ((use: TableUse) => void) | null;
}

/** Capacity that one read or write of the table, or of one of its indexes, consumes at AWS. */
export interface TableUse {
  kind: "read" | "write";
  pk: string;
  /** Empty for a query, which names no single item. */
  sk: string;
  /** null: the table itself. */
  index: string | null;
  units: number;
  /** Size of the item; of a query, of all it read; 0 for an index entry. */
  bytes: number;
}

/** A request that was answered, for those who count requests. */
export interface AwsCall {
  action: string;
  input: Json;
  /** null: refused, or a body that is no JSON. */
  output: Json | null;
  uses: TableUse[];
  /** The error the client got; left out: it was not refused. */
  refused?: AwsError;
  /** When it came and when it was answered, by the machine's own clock; of a file's request, both when it came. */
  begunMs: number;
  endedMs: number;
}

/** Sees every request that was answered. */
export type Watch = (call: AwsCall) => void;

/** One action of a service. @throws AwsError the client gets it as the service's exception. */
export type Action = (input: Json, call: Call) => Promise<Json> | Json;

/** The services whose actions are dispatched; files are served otherwise. */
export type ServiceName = "dynamo" | "sqs" | "scheduler" | "bus" | "kms" | "ses";

/** A service as the front serves it: one dispatch table. */
export interface Service {
  name: ServiceName;
  actions: Readonly<Record<string, Action>>;
  /** The form of its answers and errors on the wire. */
  protocol: "json-1.0" | "json-1.1" | "rest";
  /** The error for faults of the kind "throttle". */
  throttle: string;
  stop(): void | Promise<void>;
}

/** A service whose bodies are files and whose answers are not JSON: it reads and answers by itself. */
export interface RawService {
  /** Whether a request is for it. */
  claims(request: IncomingMessage): boolean;
  /**
   * @param before counts the action, judges rights and injects faults; its error is the answer. Rejects on failures of
   * its own.
   */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    before: (action: string, place: { bucket: string; key: string }) => Promise<void>,
  ): Promise<void>;
  /** The error for faults of the kind "throttle". */
  throttle(): AwsError;
  stop(): void | Promise<void>;
}

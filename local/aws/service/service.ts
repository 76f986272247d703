import type { IncomingMessage, ServerResponse } from "node:http";
import type { AwsError } from "./aws-error.ts";

/** The input or output of an action: a JSON object in the service's wire format. */
export type Json = Record<string, unknown>;

/** The context of a call to an action. */
export interface Call {
  /** Aborted when the connection ends, because the client disconnects or the emulators stop. */
  gone: AbortSignal;
  /** Reports how much table capacity a call consumed. Null if usage isn't recorded. */
  use: ((use: TableUse) => void) | null;
}

/** The capacity that a single read or write of the table, or of one of its indexes, would consume on AWS. */
export interface TableUse {
  kind: "read" | "write";
  pk: string;
  /** The sort key, or an empty string for a query, which isn't for a single item. */
  sk: string;
  /** The name of the index, or null for the table itself. */
  index: string | null;
  units: number;
  /** The item's size. For a query, the size of everything it read; for an index entry, 0. */
  bytes: number;
}

/** An answered request, as recorded for usage statistics. */
export interface AwsCall {
  action: string;
  input: Json;
  /** The response, or null if the request was refused or the body isn't JSON. */
  output: Json | null;
  uses: TableUse[];
  /** The error sent to the client. Absent if the request wasn't refused. */
  refused?: AwsError;
  /**
   * When the request arrived and when it was answered, by the machine's clock. For a file request, both are the arrival
   * time.
   */
  begunMs: number;
  endedMs: number;
}

/** Called for every answered request. */
export type Watch = (call: AwsCall) => void;

/** An action of a service. @throws AwsError, which the client receives as the service's exception. */
export type Action = (input: Json, call: Call) => Promise<Json> | Json;

/** The services whose actions are dispatched. Files are served separately. */
export type ServiceName = "dynamo" | "sqs" | "scheduler" | "bus" | "kms" | "ses" | "sockets";

/** A service as the front serves it, with its table of actions. */
export interface Service {
  name: ServiceName;
  actions: Readonly<Record<string, Action>>;
  /** The wire format of the service's responses and errors. */
  protocol: "json-1.0" | "json-1.1" | "rest";
  /** The error for "throttle" faults. */
  throttle: string;
  stop(): void | Promise<void>;
}

/** The checks that the services' host performs on a request for a file. */
export interface FileChecks {
  /** Called before the action. Counts it, checks the caller's rights and injects faults. */
  before: (action: string, place: { bucket: string; key: string }) => Promise<void>;
  /**
   * Called before the response says that a file doesn't exist. @throws AwsError AccessDenied if the caller may not list
   * the bucket, because S3 then doesn't reveal which files exist.
   */
  missing: (bucket: string) => void;
}

/** A service that handles files, so its responses aren't JSON. It parses requests and writes responses itself. */
export interface RawService {
  /** Whether a request is for this service. */
  claims(request: IncomingMessage): boolean;
  /** Handles a request. An error thrown by a check becomes the response. Rejects if the service itself fails. */
  serve(request: IncomingMessage, response: ServerResponse, checks: FileChecks): Promise<void>;
  /** Returns the error for "throttle" faults. */
  throttle(): AwsError;
  stop(): void | Promise<void>;
}

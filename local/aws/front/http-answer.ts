import type { IncomingMessage, ServerResponse } from "node:http";
import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import type { Json, Service } from "../service/service.ts";

const CONTENT_TYPES = {
  "json-1.0": "application/x-amz-json-1.0",
  "json-1.1": "application/x-amz-json-1.1",
  rest: "application/json",
} as const;

/** Reads a request's whole body as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Parses a body as a JSON object; an empty one is `{}`. @throws AwsError SerializationException. */
export function parseBody(body: string): Json {
  if (body === "") return {};
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // answered below, like any other JSON
  }
  throw new AwsError("SerializationException", "The body must be one JSON object.");
}

/** Answers with 200 and this output. */
export function sendOutput(response: ServerResponse, output: Json, protocol: Service["protocol"]): void {
  send(response, 200, output, protocol, {});
}

/** Answers with an error, in the form that the service's clients can read. */
export function sendError(response: ServerResponse, error: AwsError, protocol: Service["protocol"]): void {
  // Only SQS uses both names; the other clients ignore this header, and Scheduler reads only the second.
  const headers = { "x-amzn-query-error": `${error.queryCode};Sender`, "x-amzn-errortype": error.code };
  const body = { __type: error.code, message: error.message, Message: error.message, ...error.fields };
  send(response, error.status, body, protocol, headers);
}

function send(
  response: ServerResponse,
  status: number,
  body: Json,
  protocol: Service["protocol"],
  headers: Record<string, string>,
): void {
  if (response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    "content-type": CONTENT_TYPES[protocol],
    "content-length": bytes.length,
    // Set here because clients rely on it, and Node's own is from its last clock check.
    date: new Date().toUTCString(),
    "x-amzn-requestid": crypto.randomUUID(),
    ...headers,
  });
  response.end(bytes);
}

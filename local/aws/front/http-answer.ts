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

/** Parses a body as a JSON object. An empty body counts as `{}`. @throws AwsError SerializationException. */
export function parseBody(body: string): Json {
  if (body === "") return {};
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // Refused below, like any JSON that isn't an object.
  }
  throw new AwsError("SerializationException", "The body must be one JSON object.");
}

/** Sends the output as a 200 response. */
export function sendOutput(response: ServerResponse, output: Json, protocol: Service["protocol"]): void {
  send(response, 200, output, protocol, {});
}

/** Sends an error response in a format that the service's clients can parse. */
export function sendError(response: ServerResponse, error: AwsError, protocol: Service["protocol"]): void {
  // Only SQS uses both error names. The other clients ignore the first header, and Scheduler reads only the second.
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
    // Set explicitly because clients rely on the date, and Node caches its own value.
    date: new Date().toUTCString(),
    "x-amzn-requestid": crypto.randomUUID(),
    ...headers,
  });
  response.end(bytes);
}

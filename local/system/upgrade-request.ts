import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { STREAM_PATH } from "../../core/contracts/routes.ts";
import { targetOf } from "./api-event.ts";

/** Whether a request asks for a WebSocket to the stream of events. */
export const asksForStream = ({ method, url, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && targetOf(url ?? "/").pathname === STREAM_PATH;

/** Removes what names the page that made a browser send the request. */
export function withoutOrigin(request: IncomingMessage): void {
  // Both are made from the raw headers when they are first read.
  const { rawHeaders, headers, headersDistinct } = request;
  delete headers.origin;
  delete headersDistinct.origin;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === "origin") rawHeaders.splice(at, 2);
  }
}

/** Writes an HTTP answer to a request for a WebSocket, and closes the connection. */
export function refuseUpgrade(socket: Duplex, answer: APIGatewayProxyStructuredResultV2): void {
  const { statusCode = 500, headers, body = "" } = answer;
  const fields = {
    "Content-Type": "application/json",
    ...headers,
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ""}`, ...lines, "", body].join("\r\n"));
}

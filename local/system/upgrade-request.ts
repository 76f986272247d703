import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { WebSocketServer } from "ws";
import { LIMITS } from "../../core/contracts/limits.ts";
import { SOCKETS, type SocketId } from "../../core/contracts/sockets.ts";
import { targetOf } from "./api-event.ts";
import type { RequestFront } from "./public-front.ts";

/** Serves the WebSockets of one row of SOCKETS, on the API's port. */
export interface SocketServer {
  id: SocketId;
  /** Handles a WebSocket request if `front` admits it. */
  answer(request: IncomingMessage, socket: Duplex, head: Buffer, front: RequestFront): void;
  /** Closes all connections. */
  stop(): Promise<void>;
}

/**
 * Returns the server for the WebSocket that a request wants to open, or undefined if the request isn't for a WebSocket
 * or there is no such server.
 */
export function socketServerFor(
  servers: readonly SocketServer[],
  { method, url, headers }: IncomingMessage,
): SocketServer | undefined {
  if (method !== "GET" || headers.upgrade?.toLowerCase() !== "websocket") return undefined;
  const { pathname } = targetOf(url ?? "/");
  return servers.find(({ id }) => SOCKETS[id].path === pathname);
}

/**
 * Creates the library's part of a socket server, which completes handshakes. Handshakes with an invalid key or version
 * are refused in the API's error format.
 */
export function handshakeServer(): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LIMITS.streamFrameMaxBytes,
  });
  return server.on("wsClientError", (error, socket) => {
    const message = `The WebSocket handshake is wrong: ${error.message}. Use a WebSocket client of version 13.`;
    refuseUpgrade(socket, { statusCode: 400, body: JSON.stringify({ message, code: "bad_request" }) });
  });
}

/** Refuses a request that the front doesn't admit. @returns whether it was refused. */
export function isRefusedBy(front: RequestFront, request: IncomingMessage, socket: Duplex): boolean {
  const refusal = front.refuses(request);
  if (refusal === null) return false;
  const body = JSON.stringify({ message: refusal.message, code: "bad_request" });
  refuseUpgrade(socket, { statusCode: refusal.status, body });
  return true;
}

/** Removes the origin of the page that made the browser send the request. */
export function withoutOrigin(request: IncomingMessage): void {
  // Node creates both objects from the raw headers on first access.
  const { rawHeaders, headers, headersDistinct } = request;
  delete headers.origin;
  delete headersDistinct.origin;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === "origin") rawHeaders.splice(at, 2);
  }
}

/** Sends an HTTP response to a WebSocket request and closes the connection. */
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

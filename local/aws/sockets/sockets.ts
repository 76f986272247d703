import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Clock } from "../../../core/ports.ts";
import { AwsError } from "../service/aws-error.ts";
import { text } from "../service/input.ts";
import type { Json, Service } from "../service/service.ts";

/** API Gateway's limits on a message, a message's frame, and a connection. */
const MESSAGE_BYTES_MAX = 128 * 1024;
const FRAME_BYTES = 32 * 1024;
const IDLE_MS = 600_000;
const LONGEST_MS = 7_200_000;

const GOING_AWAY = 1001;

interface OpenSocket {
  socket: WebSocket;
  openedMs: number;
  activeMs: number;
}

/** The open WebSockets of the emulated API Gateway, and its actions on them. */
export interface SocketService extends Service {
  /**
   * Accepts a WebSocket request. Data can then be sent over the connection, which is closed after 10 minutes without a
   * message, or after 2 hours. @param heard called for each message from the client.
   */
  open(id: string, request: { message: IncomingMessage; socket: Duplex; head: Buffer }, heard: () => void): void;
}

/** Starts API Gateway's actions on connections. A connection that is closed, or not open yet, counts as gone. */
export function startSockets({ clock }: { clock: Clock }): SocketService {
  const all = new Map<string, OpenSocket>();
  const server = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false });

  function found(input: Json): OpenSocket {
    const open = all.get(text(input, "ConnectionId"));
    if (open) return open;
    throw new AwsError("GoneException", "The connection is not open any more.", { status: 410 });
  }

  /** Closes the connection once it has been idle, or open, for too long. */
  async function watch(id: string, open: OpenSocket, closed: AbortSignal): Promise<void> {
    for (;;) {
      if (closed.aborted) return;
      const endMs = Math.min(open.activeMs + IDLE_MS, open.openedMs + LONGEST_MS);
      if (clock.now().getTime() >= endMs) return close(id, open);
      await clock.until(new Date(endMs), closed);
    }
  }

  function close(id: string, { socket }: OpenSocket): void {
    all.delete(id);
    socket.close(GOING_AWAY);
  }

  function opened(id: string, socket: WebSocket, heard: () => void): void {
    const nowMs = clock.now().getTime();
    const open = { socket, openedMs: nowMs, activeMs: nowMs };
    const closed = new AbortController();
    all.set(id, open);
    socket.on("error", () => {}); // the library closes the socket itself
    socket.on("message", () => {
      open.activeMs = clock.now().getTime();
      heard();
    });
    socket.once("close", () => {
      all.delete(id);
      closed.abort();
    });
    void watch(id, open, closed.signal);
  }

  return {
    name: "sockets",
    protocol: "rest",
    throttle: "LimitExceededException",
    actions: {
      PostToConnection(input) {
        const open = found(input);
        const data = Buffer.from(text(input, "Data"), "base64");
        if (data.length > MESSAGE_BYTES_MAX)
          throw new AwsError("PayloadTooLargeException", "Message too long", { status: 413 });
        open.activeMs = clock.now().getTime();
        for (let at = 0; at < data.length; at += FRAME_BYTES) {
          const fin = at + FRAME_BYTES >= data.length;
          open.socket.send(data.subarray(at, at + FRAME_BYTES), { binary: false, fin });
        }
        return {};
      },
      GetConnection(input) {
        const { openedMs, activeMs } = found(input);
        return { connectedAt: new Date(openedMs).toISOString(), lastActiveAt: new Date(activeMs).toISOString() };
      },
      DeleteConnection(input) {
        close(text(input, "ConnectionId"), found(input));
        return {};
      },
    },
    open: (id, { message, socket, head }, heard) =>
      server.handleUpgrade(message, socket, head, (webSocket) => opened(id, webSocket, heard)),
    stop() {
      for (const { socket } of all.values()) socket.terminate();
    },
  };
}

const ACTIONS: Readonly<Record<string, string>> = {
  POST: "PostToConnection",
  GET: "GetConnection",
  DELETE: "DeleteConnection",
};

/** Returns the action for a method and a URL in an API's stage, or null if the URL doesn't identify a connection. */
export function socketRoute(method: string, address: string): { action: string; input: Json; bodyIn?: string } | null {
  const [, id] = /^\/live\/@connections\/([^/?]+)$/.exec(address) ?? [];
  const action = ACTIONS[method];
  if (id === undefined || action === undefined) return null;
  return { action, input: { ConnectionId: decodeURIComponent(id) }, ...(method === "POST" && { bodyIn: "Data" }) };
}

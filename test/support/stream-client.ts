import { type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import { eventually } from "./eventually.ts";

/** A frame, as parsed by a client. */
export interface ReadFrame {
  kind: string;
  event?: { id: string; type: string; data: Record<string, unknown> };
}

/** A client of the event stream. */
export interface StreamClient {
  frames: ReadFrame[];
  /** Returns the ids of the events received so far, in order. */
  ids(): string[];
  send(data: string): void;
  close(): void;
  /** Returns the close code of the connection, or null while it is open. */
  code(): number | null;
}

/**
 * Connects to the event stream in the same way as a customer. @param query the query, including `?`. @param key null if
 * the query contains a ticket.
 */
export async function streamClient(baseUrl: string, query: string, key: string | null): Promise<StreamClient> {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/v1/events/stream${query}`, { headers });
  const frames: ReadFrame[] = [];
  let code: number | null = null;
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data))));
  socket.addEventListener("close", (event) => {
    code = event.code;
  });
  await eventually("the stream to be open", () => {
    if (code !== null) throw new Error("The connection was refused.");
    return socket.readyState === WebSocket.OPEN;
  });
  return {
    frames,
    ids: () => frames.flatMap(({ event }) => event?.id ?? []),
    send: (data) => socket.send(data),
    close: () => socket.close(),
    code: () => code,
  };
}

/**
 * The response to a WebSocket request: a refusal with a status and a body, or a socket from which nothing has been read
 * yet.
 */
export type Upgraded = { status: number; body: Record<string, unknown>; headers: IncomingMessage["headers"] } | Duplex;

/** Requests a WebSocket without using a WebSocket client. */
export function askUpgrade(
  baseUrl: string,
  path: string,
  key: string | null,
  more: Record<string, string> = {},
): Promise<Upgraded> {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16, 7).toString("base64"),
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${baseUrl}${path}`, { headers, agent: false });
    asked.once("error", reject);
    asked.once("upgrade", (_, socket) => resolve(socket));
    asked.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => {
        const body = JSON.parse(Buffer.concat(chunks).toString() || "{}");
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers });
      });
    });
    asked.end();
  });
}

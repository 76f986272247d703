import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** A request, as it arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body, exactly as received. */
  body: string;
}

/**
 * How the receiver reacts to a request: responds with a status; sends a more detailed response; never responds
 * (`hang`); keeps the request open until `answerHeld` is called (`hold`); breaks the connection (`reset`); or lets a
 * function respond.
 */
export type ScriptedAnswer =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | "hang"
  | "hold"
  | "reset"
  | ((request: ReceivedRequest, response: ServerResponse) => void);

/** A webhook receiver on loopback. */
export interface Receiver {
  /** `http://127.0.0.1:<port>/hook`, or https if `tls` is set. */
  url: string;
  /** All requests whose bodies have been received, oldest first. */
  requests: ReceivedRequest[];
  /** Returns the number of connections accepted so far. */
  connections(): number;
  /** Returns the largest number of requests that were open at the same time. */
  mostAtOnce(): number;
  /**
   * Sets the next responses, in order. The last response is repeated for all later requests. By default, every response
   * is 200.
   */
  respondWith(...answers: ScriptedAnswer[]): void;
  /** Responds to all held requests. @returns how many there were. */
  answerHeld(status: number): number;
  /** Resolves once the predicate is true. The predicate is checked on each request. Rejects after `withinMs`. */
  waitFor(predicate: (requests: ReceivedRequest[]) => boolean, withinMs?: number): Promise<ReceivedRequest[]>;
  stop(): Promise<void>;
}

/**
 * Starts a receiver on a free port. @param options.tls the key and certificate (PEM) for https. @param options.port the
 * port of an earlier receiver, to simulate that receiver coming back.
 */
export async function startReceiver(
  options: { tls?: { key: string; cert: string }; port?: number } = {},
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const lookers = new Set<() => void>();
  const held = new Set<ServerResponse>();
  let script: ScriptedAnswer[] = [];
  let open = 0;
  let mostOpen = 0;
  let connections = 0;

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    mostOpen = Math.max(mostOpen, ++open);
    response.once("close", () => {
      open--;
      held.delete(response);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const request: ReceivedRequest = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    requests.push(request);
    answer(request, response, (script.length > 1 ? script.shift() : script[0]) ?? 200);
    for (const look of [...lookers]) look();
  }

  function answer(request: ReceivedRequest, response: ServerResponse, how: ScriptedAnswer): void {
    if (typeof how === "function") how(request, response);
    else if (typeof how === "number") response.writeHead(how).end();
    else if (typeof how === "object") response.writeHead(how.status, how.headers).end(how.body ?? "");
    else if (how === "reset") response.socket?.resetAndDestroy();
    else if (how === "hold") held.add(response);
  }

  const onRequest = (incoming: IncomingMessage, response: ServerResponse) => {
    receive(incoming, response).catch(() => response.destroy()); // the client disconnected while it sent
  };
  const server: Server = options.tls ? createTlsServer(options.tls, onRequest) : createServer(onRequest);
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address

  return {
    url: `${options.tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
    requests,
    connections: () => connections,
    mostAtOnce: () => mostOpen,
    respondWith(...answers) {
      script = answers;
    },
    answerHeld(status) {
      const waiting = [...held];
      held.clear();
      for (const response of waiting) response.writeHead(status).end();
      return waiting.length;
    },
    waitFor: (predicate, withinMs = 10_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!predicate(requests)) return;
          clearTimeout(timer);
          lookers.delete(look);
          resolve(requests);
        };
        const timer = setTimeout(() => {
          lookers.delete(look);
          reject(new Error(`The receiver waited ${withinMs} ms in vain; it got ${requests.length} requests.`));
        }, withinMs);
        lookers.add(look);
        look();
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

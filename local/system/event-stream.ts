import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { WebSocket } from "ws";
import { STREAM_PATH } from "../../core/contracts/sockets.ts";
import { closeConnection } from "../../core/operations/events/close-connection.ts";
import type { Clock, Log, StreamConnections } from "../../core/ports.ts";
import type { StreamConnectionRecord } from "../../core/records/stream.ts";
import type { Table } from "../../core/store/table.ts";
import { targetOf, toEvent } from "./api-event.ts";
import { lambdaContext } from "./lambda-context.ts";
import type { RequestFront } from "./public-front.ts";
import { endSockets } from "./stream/end-sockets.ts";
import { type FollowedConnection, followStream } from "./stream/follow-stream.ts";
import { streamSocket } from "./stream/stream-socket.ts";
import { WaitingEvents } from "./stream/waiting-events.ts";
import { handshakeServer, isRefusedBy, refuseUpgrade, type SocketServer, withoutOrigin } from "./upgrade-request.ts";

/** Decides whether a WebSocket may be opened. Responds with 200 and the stored connection, or refuses the request. */
export type ConnectHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Options for creating the event stream. */
export interface EventStreamOptions {
  clock: Clock;
  log: Log;
  table: () => Table;
  connect: (connections: Pick<StreamConnections, "isOpen">) => ConnectHandler;
}

/**
 * The event stream on a single machine: WebSockets on the same port as the API. When an event is committed, its
 * account's connections are woken. While there are no connections, the stream does nothing.
 */
export class EventStream implements SocketServer {
  readonly id = "events.stream";
  readonly #options: EventStreamOptions;
  readonly #decide: ConnectHandler;
  readonly #open = new Map<string, FollowedConnection>();
  readonly #following = new Set<Promise<void>>();
  readonly #server = handshakeServer();
  readonly #connections: StreamConnections = {
    post: async (id, frame) => this.#open.get(id)?.socket.post(frame) ?? "gone",
    close: async (id, why, last) => this.#open.get(id)?.socket.close(why, last),
    isOpen: async (id) => this.#open.get(id)?.socket.isOpen() ?? false,
  };
  #requests = 0;
  #isStopping = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#decide = options.connect(this.#connections);
  }

  /** Handles a WebSocket request to the event stream, if `front` admits it. */
  answer(request: IncomingMessage, socket: Duplex, head: Buffer, front: RequestFront): void {
    socket.on("error", () => socket.destroy());
    this.#answer(request, socket, head, front).catch((error: unknown) => {
      this.#options.log.error({ err: error }, "a request for the event stream could not be answered");
      socket.destroy();
    });
  }

  /** Announces an event that has just been committed. */
  committed(account: string, event: string): void {
    for (const { record, waiting, wake } of this.#open.values()) {
      if (record.account_id !== account) continue;
      waiting.add(event);
      wake();
    }
  }

  /** Closes all connections. Clients reconnect once the gateway is running again. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const sockets = [...this.#open.values()].map(({ socket }) => socket);
    await endSockets(sockets, this.#following);
  }

  async #answer(request: IncomingMessage, socket: Duplex, head: Buffer, front: RequestFront): Promise<void> {
    // The event stream uses no cookies, so a page on any site may connect with a ticket it got from its own server.
    withoutOrigin(request);
    if (isRefusedBy(front, request, socket)) return;
    const event = toEvent(request, targetOf(request.url ?? "/"), Buffer.alloc(0), STREAM_PATH, undefined, {
      requestId: `stream-${++this.#requests}`,
      now: this.#options.clock.now(),
      source: front.addressOf(request),
    });
    const decided = await this.#decide(event, lambdaContext(event.requestContext.requestId));
    if (decided.statusCode !== 200) return refuseUpgrade(socket, decided);
    const { data: record } = JSON.parse(decided.body ?? "") as { data: StreamConnectionRecord }; // as it answers
    if (this.#isStopping || socket.destroyed) {
      socket.destroy();
      return closeConnection(this.#options.table(), record);
    }
    let isOpened = false;
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      isOpened = true;
      const followed = this.#follow(record, webSocket).finally(() => this.#following.delete(followed));
      this.#following.add(followed);
    });
    // The library decides immediately. A refused handshake must not use up one of the plan's connections.
    if (!isOpened) await closeConnection(this.#options.table(), record);
  }

  async #follow(record: StreamConnectionRecord, webSocket: WebSocket): Promise<void> {
    const { clock, log, table } = this.#options;
    const socket = streamSocket(webSocket, clock);
    const connection: FollowedConnection = { record, socket, waiting: new WaitingEvents(), wake: () => {} };
    this.#open.set(record.id, connection);
    const about = { connection_id: record.id };
    try {
      await followStream({ table: table(), connections: this.#connections, clock }, connection);
    } catch (error) {
      log.error({ ...about, err: error }, "an event stream could not continue; its client will reconnect");
      socket.close("faulty");
    }
    await closeConnection(table(), record).catch((error: unknown) =>
      log.warn({ ...about, err: error }, "a closed stream is still stored and will be removed later"),
    );
    if (!socket.closed.aborted) await new Promise((resolve) => socket.closed.addEventListener("abort", resolve));
    this.#open.delete(record.id);
  }
}

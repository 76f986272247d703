import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { SocketEvent } from "../../functions/stream/socket-request.ts";
import { STREAM_FUNCTIONS } from "../../lib/wiring.ts";
import { targetOf } from "./api-event.ts";
import type { Gateway } from "./gateway.ts";
import { lambdaContext } from "./lambda-context.ts";
import type { RequestFront } from "./public-front.ts";
import { refuseUpgrade, type SocketServer } from "./upgrade-request.ts";

/** The length of a connection id in bytes. API Gateway's ids have the same length and also end in base64 padding. */
const ID_BYTES = 11;

/**
 * Emulates a stage's WebSockets in API Gateway. A function decides whether a WebSocket may be opened, and is called for
 * everything the client sends. Data can't be sent on a connection until the function has accepted it.
 */
export function openStageStream({ aws, clock, functions, logged }: Gateway): SocketServer {
  const call = functions.socketHandler(STREAM_FUNCTIONS.connectSocket.name);
  const sockets = new Set<Duplex>();

  async function answer(request: IncomingMessage, socket: Duplex, head: Buffer, front: RequestFront): Promise<void> {
    const connectionId = `${randomBytes(ID_BYTES).toString("base64url")}=`;
    const asked = eventOf(request, { connectionId, routeKey: "$connect" }, front.addressOf(request), clock.now());
    const { statusCode = 500 } = await call(asked, lambdaContext(asked.requestContext.requestId));
    // Whether API Gateway passes on the function's response body isn't documented, so the body isn't used.
    if (statusCode !== 200) return refuseUpgrade(socket, { statusCode, body: '{"message":"Refused"}' });
    aws.openSocket(connectionId, { message: request, socket, head }, () => {
      const { requestContext } = eventOf(request, { connectionId, routeKey: "$default" }, "", clock.now());
      call({ requestContext }, lambdaContext(requestContext.requestId)).catch(noted);
    });
  }

  const noted = (error: unknown) => logged.warn(`The function for the stream's WebSockets failed: ${String(error)}`);

  return {
    id: "events.stream",
    answer(request, socket, head, front) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.on("error", () => socket.destroy());
      answer(request, socket, head, front).catch((error: unknown) => {
        noted(error);
        refuseUpgrade(socket, { statusCode: 500, body: '{"message":"Internal server error"}' });
      });
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Builds API Gateway's event for a WebSocket. */
function eventOf(
  request: IncomingMessage,
  about: { connectionId: string; routeKey: string },
  sourceIp: string,
  now: Date,
): SocketEvent {
  const { searchParams } = targetOf(request.url ?? "/");
  const query = [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]);
  const { headersDistinct, headers } = request;
  return {
    multiValueHeaders: Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values])),
    multiValueQueryStringParameters: query.length === 0 ? null : Object.fromEntries(query),
    requestContext: {
      ...about,
      requestId: randomBytes(ID_BYTES).toString("base64url"),
      domainName: headers.host ?? "localhost",
      stage: "live",
      requestTimeEpoch: now.getTime(),
      identity: { sourceIp, userAgent: headers["user-agent"] ?? "" },
    },
  };
}

import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { ApiEvent } from "../api/api-request.ts";
import { ownDeps } from "../own-deps.ts";
import { keysPart } from "../parts/keys-part.ts";
import { tablePart } from "../parts/table-part.ts";
import { stageConnections } from "../stream-deps.ts";
import { connectHandler } from "./connect.ts";
import { type SocketEvent, socketRequest } from "./socket-request.ts";

/** Its parts; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart];

const deps = ownDeps(parts);

/**
 * The Lambda behind API Gateway's WebSockets. It decides whether one is opened, and closes one whose client sends
 * something, because the stream has no use for it. What it answers to a client that is refused is up to API Gateway,
 * which passes the status on. Spec: Events polling.
 */
export async function handler(event: SocketEvent, context: Context): Promise<APIGatewayProxyStructuredResultV2> {
  const { connectionId, routeKey } = event.requestContext;
  const connections = stageConnections();
  if (routeKey !== "$connect") {
    await connections.close(connectionId, "refused");
    return { statusCode: 200 };
  }
  const decide = connectHandler(deps, connections, connectionId);
  // The first step of the handler adds what is missing of an ApiEvent.
  return decide(socketRequest(event) as ApiEvent, context);
}

import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { ApiEvent } from "../api/api-request.ts";
import { ownDeps } from "../own-deps.ts";
import { keysPart } from "../parts/keys-part.ts";
import { tablePart } from "../parts/table-part.ts";
import { stageConnections } from "../stream-deps.ts";
import { connectHandler } from "./connect.ts";
import { type SocketEvent, socketRequest } from "./socket-request.ts";

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart];

const deps = ownDeps(parts);

/**
 * The Lambda handler behind API Gateway's WebSockets. Decides whether a WebSocket may be opened, and closes it if the
 * client sends data, because the stream expects no input. For a refused client, API Gateway passes on the status but
 * chooses the rest of the response itself. Spec: Events polling.
 */
export async function handler(event: SocketEvent, context: Context): Promise<APIGatewayProxyStructuredResultV2> {
  const { connectionId, routeKey } = event.requestContext;
  const connections = stageConnections();
  if (routeKey !== "$connect") {
    await connections.close(connectionId, "refused");
    return { statusCode: 200 };
  }
  const decide = connectHandler(deps, connections, connectionId);
  // The handler's first step fills in the remaining fields of an ApiEvent.
  return decide(socketRequest(event) as ApiEvent, context);
}

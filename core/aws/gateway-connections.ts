import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import type { StreamConnections } from "../ports.ts";
import { awsClient } from "./aws-client.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/** The maximum size of a message that API Gateway can send. */
const FRAME_BYTES_MAX = 128 * 1024;

/**
 * WebSocket connections open on API Gateway, identified by their API Gateway connection ids. A frame too large for API
 * Gateway is reported as `behind`, because the client can only fetch it by polling. @param endpoint the address of the
 * API that manages connections, including its stage.
 */
export function gatewayConnections(endpoint: string): StreamConnections {
  const client = awsClient(ApiGatewayManagementApiClient, REQUEST_LIMITS.sockets, { endpoint, lean: true });

  async function post(id: string, frame: string): Promise<"sent" | "behind" | "gone"> {
    if (Buffer.byteLength(frame) > FRAME_BYTES_MAX) return "behind";
    try {
      await client.send(new PostToConnectionCommand({ ConnectionId: id, Data: Buffer.from(frame) }));
      return "sent";
    } catch (error) {
      if (error instanceof GoneException) return "gone";
      if (error instanceof PayloadTooLargeException) return "behind";
      throw error;
    }
  }

  return {
    post,
    async close(id, _why, last) {
      if (last !== undefined) await post(id, last);
      await ifThere(() => client.send(new DeleteConnectionCommand({ ConnectionId: id })));
    },
    isOpen: (id) => ifThere(() => client.send(new GetConnectionCommand({ ConnectionId: id }))),
  };
}

/** @returns false if the connection is no longer open. */
async function ifThere(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof GoneException) return false;
    throw error;
  }
}

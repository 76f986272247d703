import { STREAM_PATH } from "../../core/contracts/sockets.ts";
import type { FunctionEnv } from "../../core/env.ts";
import { ApiError } from "../../core/errors.ts";

/** Creates the error for a gateway that has no event stream. */
export const noStream = () =>
  new ApiError("not_found", { message: "This gateway has no event stream. Fetch events with GET /v1/events." });

/**
 * Creates the error for a request to the event stream that doesn't open a WebSocket. @param at the address for opening
 * one.
 */
export const noWebSocket = (at: string) =>
  new ApiError("bad_request", {
    status: 426,
    message: `WebSockets can't be opened at this address. Connect to ${at} with a WebSocket client, or fetch events with GET /v1/events.`,
    headers: { Upgrade: "websocket" },
  });

/**
 * Returns the address at which clients open a WebSocket to the event stream, or null if this gateway has no stream. On
 * AWS, it differs from the API's address, because a single API Gateway domain name can't serve both protocols.
 */
export function streamAddress(
  { STREAM_URL: own, HAS_STREAM: has }: Pick<FunctionEnv, "STREAM_URL" | "HAS_STREAM">,
  baseUrl: string,
): string | null {
  if (own !== "") return own;
  return has === "1" ? `${baseUrl.replace(/^http/, "ws")}${STREAM_PATH}` : null;
}

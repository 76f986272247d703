import { STREAM_PATH } from "../../core/contracts/routes.ts";
import type { FunctionEnv } from "../../core/env.ts";
import { ApiError } from "../../core/errors.ts";

/** Returns the error of a gateway without the stream of events. */
export const noStream = () =>
  new ApiError("not_found", { message: "This gateway has no stream of events. Fetch them with GET /v1/events." });

/** Returns the error for a request to the stream that opens no WebSocket. @param at where one is opened. */
export const noWebSocket = (at: string) =>
  new ApiError("bad_request", {
    status: 426,
    message: `No WebSocket is opened here. Connect with a WebSocket client to ${at}, or fetch events with GET /v1/events.`,
    headers: { Upgrade: "websocket" },
  });

/**
 * Returns the address at which a WebSocket to the stream of events is opened; null: this gateway has no stream. On AWS
 * it is another one than the API's, because one name of API Gateway can't serve both protocols.
 */
export function streamAddress(
  { STREAM_URL: own, HAS_STREAM: has }: Pick<FunctionEnv, "STREAM_URL" | "HAS_STREAM">,
  baseUrl: string,
): string | null {
  if (own !== "") return own;
  return has === "1" ? `${baseUrl.replace(/^http/, "ws")}${STREAM_PATH}` : null;
}

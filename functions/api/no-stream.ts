import { ApiError } from "../../core/errors.ts";

/** Returns the error of a gateway without the stream of events. */
export const noStream = () =>
  new ApiError("not_found", { message: "This gateway has no stream of events. Fetch them with GET /v1/events." });

/** Returns the error for a request to the stream that opens no WebSocket, where there is a stream. */
export const noWebSocket = () =>
  new ApiError("bad_request", {
    status: 426,
    message:
      "This address speaks WebSocket only. Connect with a WebSocket client, or fetch events with GET /v1/events.",
    headers: { Upgrade: "websocket" },
  });

import { ROUTES } from "../../../core/contracts/routes.ts";
import { STREAM_PATH } from "../../../core/contracts/sockets.ts";
import { ownDeps } from "../../own-deps.ts";
import { baseUrlOf } from "../api-request.ts";
import { noStream, noWebSocket, streamAddress } from "../no-stream.ts";
import { resource } from "../resource.ts";

const deps = ownDeps([]);

/**
 * Responds to requests that match no route: unknown paths (404), wrong methods (405 with `Allow`), and requests to the
 * event stream's path that don't open a WebSocket (426) or are sent to a gateway without a stream (404).
 */
export const handler = resource(ROUTES, [], deps).onError((request) => {
  // Error handlers run in reverse order, so the handler added first runs after this one and writes the response.
  if (!request.event.api || request.event.rawPath !== STREAM_PATH) return;
  const { env } = deps();
  const address = streamAddress(env, baseUrlOf(request.event, env.BASE_URL));
  request.error = address === null ? noStream() : noWebSocket(address);
});

import { STREAM_PATH } from "../../../core/contracts/routes.ts";
import { ownDeps } from "../../own-deps.ts";
import { baseUrlOf } from "../api-request.ts";
import { noStream, noWebSocket, streamAddress } from "../no-stream.ts";
import { resource } from "../resource.ts";

const deps = ownDeps([]);

/**
 * Answers requests that match no route: unknown paths (404), wrong methods (405 with `Allow`), and the path of the
 * stream of events, for a request that opens no WebSocket (426) or a gateway without the stream (404).
 */
export const handler = resource([], deps).onError((request) => {
  // The handler that was added first writes the answer, and runs after this one.
  if (!request.event.api || request.event.rawPath !== STREAM_PATH) return;
  const { env } = deps();
  const address = streamAddress(env, baseUrlOf(request.event, env.BASE_URL));
  request.error = address === null ? noStream() : noWebSocket(address);
});

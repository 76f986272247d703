import document from "../../../docs/openapi.json" with { type: "json" };
import type { Reply } from "../reply.ts";
import { replyCompressed } from "../reply-compressed.ts";
import { type Route, route } from "../route.ts";
import { openApiRoute } from "./openapi-route.ts";

/** How long clients may cache the document, which changes only with a release. */
const CACHE_SEC = 300;

/**
 * GET /v1/openapi.json: returns the description of this API, which `npm run docs` generates ahead of time. Needs no
 * key.
 */
export function getOpenApi(): Route {
  return route("openapi.get", {
    ...openApiRoute,
    handle({ baseUrl, rawHeaders }): Reply {
      const text = JSON.stringify({ ...document, servers: [{ url: baseUrl }] });
      const kept = { "Cache-Control": `public, max-age=${CACHE_SEC}` };
      return replyCompressed(200, text, rawHeaders["accept-encoding"], kept);
    },
  });
}

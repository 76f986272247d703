import type { ZodOpenApiHeaderObject } from "zod-openapi";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { REPLAYED } from "../idempotent.ts";
import { IGNORED } from "../ignored-names.ts";

const integer = { type: "integer" as const };

/** Response headers, for the components of the OpenAPI document. */
export const HEADERS = {
  "X-Request-Id": { description: "Identifies this request; give it to the operator", schema: { type: "string" } },
  [IGNORED]: {
    description:
      "Query parameters and fields of the request that do not exist and were ignored, percent-encoded, with commas between them; 10 at most",
    schema: { type: "string", example: "limt, media.mime" },
  },
  "RateLimit-Limit": { description: "Requests a minute", schema: integer },
  "RateLimit-Remaining": { description: "Requests left right now", schema: integer },
  "RateLimit-Reset": { description: "Seconds until the minute ends", schema: integer },
  "Retry-After": { description: "Seconds to wait before the next attempt", schema: integer },
  Location: { description: "Where the file is, for the next minutes", schema: { type: "string", format: "uri" } },
  [REPLAYED]: {
    description: "true: the answer to an earlier request with this Idempotency-Key",
    schema: { type: "string", enum: ["true"] },
  },
} satisfies Record<string, ZodOpenApiHeaderObject>;
type HeaderName = keyof typeof HEADERS;

/** Statuses of requests that are rejected before they are counted against a limit. */
const UNCOUNTED = [401, 405];
const TO_BE_RETRIED = [429, 502, 503];

/** Returns references to the headers of a response. */
export function responseHeaders(id: RouteId, status: number, replay = false) {
  const isCounted = ROUTES[id].scope !== "public" && !UNCOUNTED.includes(status);
  const names: HeaderName[] = [
    "X-Request-Id",
    ...(isCounted ? ([IGNORED] as const) : []),
    ...(isCounted ? (["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const) : []),
    ...(TO_BE_RETRIED.includes(status) ? (["Retry-After"] as const) : []),
    ...(status === 302 ? (["Location"] as const) : []),
    ...(replay ? ([REPLAYED] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

import type { ZodOpenApiHeaderObject } from "zod-openapi";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { REPLAYED } from "../idempotent.ts";
import { IGNORED } from "../ignored-names.ts";

const integer = { type: "integer" as const };

/** The response headers, for the components section of the OpenAPI document. */
export const HEADERS = {
  "X-Request-Id": {
    description: "The id of this request. Include it when you contact the operator",
    schema: { type: "string" },
  },
  [IGNORED]: {
    description:
      "Query parameters and fields in the request that do not exist and were ignored: percent-encoded, separated by commas, at most 10",
    schema: { type: "string", example: "limt, media.mime" },
  },
  "RateLimit-Limit": { description: "The number of requests allowed a minute", schema: integer },
  "RateLimit-Remaining": { description: "The number of requests left right now", schema: integer },
  "RateLimit-Reset": { description: "The number of seconds until the current minute ends", schema: integer },
  "Retry-After": { description: "The number of seconds to wait before the next attempt", schema: integer },
  Location: {
    description: "The address of the file, which is valid for a few minutes",
    schema: { type: "string", format: "uri" },
  },
  [REPLAYED]: {
    description: "true if this is the response to an earlier request with the same Idempotency-Key",
    schema: { type: "string", enum: ["true"] },
  },
} satisfies Record<string, ZodOpenApiHeaderObject>;
type HeaderName = keyof typeof HEADERS;

/** The statuses of requests that are rejected before being counted against a limit. */
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

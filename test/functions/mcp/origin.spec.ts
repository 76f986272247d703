import { describe, expect, it } from "vitest";
import { mcpHandler } from "../../../functions/mcp/index.ts";
import type { ApiDeps } from "../../../functions/own-deps.ts";
import { stillClock } from "../../support/test-clock.ts";

/** Creates a request from a page with this Origin. */
const request = (origin?: string) => ({
  version: "2.0",
  rawPath: "/mcp",
  rawQueryString: "",
  headers: { "content-type": "application/json", ...(origin !== undefined && { origin }) },
  body: "{}",
  isBase64Encoded: false,
  requestContext: {
    domainName: "api.example.com",
    requestId: "1",
    http: { method: "POST", path: "/mcp", sourceIp: "198.51.100.1" },
  },
});

/** A caller without a key is refused before the function does anything else. */
const handler = mcpHandler(
  () =>
    ({
      clock: stillClock(),
      env: { BASE_URL: "https://api.example.com", ORIGIN_SECRET_HASHES: [], FRONT_REQUIRED: "0" },
    }) as unknown as ApiDeps,
);

describe("POST /mcp by a page", () => {
  it.each([
    [undefined, 401],
    ["https://api.example.com", 401],
    ["https://elsewhere.example", 403],
    ["null", 403],
    ["https://api.example.com.elsewhere.example", 403],
  ])("with the Origin %s is %i", async (origin, status) => {
    const answer = await handler(request(origin) as never, { getRemainingTimeInMillis: () => 10_000 } as never);
    expect(answer.statusCode).toBe(status);
  });
});

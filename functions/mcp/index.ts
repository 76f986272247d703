import middy from "@middy/core";
import { type AuthInfo, createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { ApiError } from "../../core/errors.ts";
import { authenticateKey } from "../../core/operations/accounts/authenticate-key.ts";
import { type ApiEvent, type ApiResult, baseUrlOf, header } from "../api/api-request.ts";
import { wrongMethod } from "../api/middleware/find-route.ts";
import { findSource } from "../api/middleware/find-source.ts";
import { bodyOf } from "../api/middleware/parse-request.ts";
import { presentError } from "../api/middleware/present-error.ts";
import { rateLimit } from "../api/middleware/rate-limit.ts";
import { TIME_FOR_LAST_ANSWER_MS } from "../api/resource.ts";
import { type ApiDeps, ownDeps } from "../own-deps.ts";
import { keysPart } from "../parts/keys-part.ts";
import { linksPart } from "../parts/links-part.ts";
import { tablePart } from "../parts/table-part.ts";
import { wakeupsPart } from "../parts/wakeups-part.ts";
import { makeServer } from "./make-server.ts";

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, linksPart];

/**
 * The Lambda handler for POST /mcp, which offers the tools in functions/mcp/mcp-tools.ts to AI assistants. The
 * assistants use the API's own keys. Requests are self-contained, and each counts as one request. Requests are rejected
 * in the same order as in the API: 404 for bypassing the front, 405, 403 for a page of another site, 401, 403 for the
 * key and the account, 429.
 */
export const handler = mcpHandler(ownDeps(parts));

/** Creates the handler. @param deps the dependencies that the function may use. */
export function mcpHandler(deps: () => ApiDeps) {
  // Create the server on the first request and reuse it, because each creation logs a warning.
  let server: McpHttpHandler | null = null;
  const answer = async (event: ApiEvent): Promise<ApiResult> => {
    const parsedBody = bodyOf(event);
    server ??= createMcpHandler(({ authInfo }) => makeServer({ event: eventOf(authInfo), deps: deps() }), OPTIONS);
    return asResult(await server.fetch(requestOf(event), { parsedBody, authInfo: { ...NO_TOKEN, extra: { event } } }));
  };
  return middy<ApiEvent, ApiResult>(answer, { timeoutEarlyInMillis: TIME_FOR_LAST_ANSWER_MS })
    .use(presentError(deps))
    .use(findSource(deps))
    .before(({ event }) => {
      const { method } = event.requestContext.http;
      if (method !== "POST") throw wrongMethod(method, ["POST"]);
      requireOwnOrigin(event, deps().env.BASE_URL);
    })
    .before(async ({ event }) => {
      event.api.caller = await authenticateKey(
        deps(),
        header(event, "authorization"),
        event.api.source,
        event.api.now,
      ).catch((error: unknown) => {
        throw challenged(error);
      });
    })
    .use(rateLimit(deps));
}

/** Turns off streaming. A function responds once; a stream of updates would occupy it until its timeout. */
const OPTIONS = { responseMode: "json", maxSubscriptions: 0 } as const;

/**
 * Placeholder authentication data, because the caller has already been identified. The library passes the data on
 * unchanged, together with the original event.
 */
const NO_TOKEN = { token: "", clientId: "", scopes: [] };

function eventOf(given: AuthInfo | undefined): ApiEvent {
  const event = given?.extra?.event;
  if (event === undefined) throw new Error("A server was made for no request.");
  return event as ApiEvent; // as `answer` put it there
}

/**
 * Rejects requests from other sites' pages, so a page that got hold of a key can't use it. Programs send no Origin
 * header. @throws ApiError 403
 */
function requireOwnOrigin(event: ApiEvent, baseUrl: string): void {
  const origin = header(event, "origin");
  if (origin === undefined || origin === new URL(baseUrlOf(event, baseUrl)).origin) return;
  const message = "This Origin is not allowed to call /mcp, which is for programs that send no Origin header.";
  throw new ApiError("key_not_allowed", { message });
}

/** Adds to a 401 error the header that tells MCP clients how to authenticate, as the protocol requires. */
function challenged(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  return new ApiError(error.code, { message: error.message, headers: { "WWW-Authenticate": "Bearer" } });
}

/** Converts the request to the form that the MCP library expects. The body has already been parsed. */
function requestOf(event: ApiEvent): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined && name.toLowerCase() !== "authorization") headers.set(name, value);
  }
  return new Request("http://gateway.invalid/mcp", { method: "POST", headers, body: event.body ?? "" });
}

async function asResult(response: Response): Promise<ApiResult> {
  const body = await response.text();
  const type = response.headers.get("content-type");
  return {
    statusCode: response.status,
    headers: { ...(type && { "Content-Type": type }), "Cache-Control": "no-store" },
    ...(body !== "" && { body }),
  };
}

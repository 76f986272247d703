import type { CallToolResult } from "@modelcontextprotocol/server";
import { LIMITS } from "../../core/contracts/limits.ts";
import { ROUTES } from "../../core/contracts/routes.ts";
import type { ApiError } from "../../core/errors.ts";
import { type ApiEvent, baseUrlOf } from "../api/api-request.ts";
import { UNANSWERED } from "../api/failing-routes.ts";
import { requireAllowed } from "../api/middleware/authorize.ts";
import { asApiError } from "../api/middleware/present-error.ts";
import { rateLimit } from "../api/middleware/rate-limit.ts";
import type { Reply } from "../api/reply.ts";
import type { Route } from "../api/route.ts";
import { writeActivity } from "../api/write-activity.ts";
import type { ApiDeps } from "../own-deps.ts";
import type { Tool, ToolAnswer, ToolRequest } from "./tool.ts";

/** An MCP request that has been counted and whose caller has been identified. */
export interface McpCall {
  event: ApiEvent;
  deps: ApiDeps;
}

/**
 * Calls a tool. An API error becomes a tool error with the code and advice on what to do, so the model can act on it.
 * Any other error is logged and reported without details.
 */
export async function callTool({ event, deps }: McpCall, tool: Tool, args: unknown): Promise<CallToolResult> {
  const { caller, now, requestId } = event.api;
  if (!caller) throw new Error("A tool was called by nobody.");
  const told = (outcome: string) =>
    deps.log.info({ request_id: requestId, tool: tool.name, key_id: caller.key_id, outcome }, "a tool was called");
  try {
    const run = (route: Route, asked: ToolRequest) => runRoute({ event, deps }, route, asked);
    const answer = await tool.call({ caller, deps, now, run }, args as never); // the server checked them by its schema
    told("ok");
    return answered(answer);
  } catch (error) {
    const known = asApiError(error);
    if (error !== known) {
      const fields = { request_id: requestId, tool: tool.name, err: error };
      // A tool error is sent as an HTTP 200 response, so no other code counts it as unanswered.
      deps.log.error(
        { ...fields, ...(known.code === "server_error" && UNANSWERED) },
        "A tool call could not be answered.",
      );
    }
    told(known.code);
    return failed(known);
  }
}

/**
 * Runs an API route for the caller, with the route's own schemas, permissions and activity log line. @throws ApiError
 */
async function runRoute({ event, deps }: McpCall, route: Route, asked: ToolRequest): Promise<Reply> {
  const query = Object.fromEntries(
    Object.entries(asked.query ?? {}).flatMap(([name, value]) => {
      if (value === undefined || value === null) return [];
      return [[name, Array.isArray(value) ? value.map(String) : String(value)]];
    }),
  );
  const { body, headers = {} } = asked;
  const api = {
    ...event.api,
    route: { id: route.id, row: ROUTES[route.id], params: asked.params ?? {} },
    baseUrl: baseUrlOf(event, deps.env.BASE_URL),
    query,
    ...(body && { body: JSON.parse(JSON.stringify(body)) as Record<string, unknown> }), // without what is undefined
  };
  requireAllowed(api);
  const own: ApiEvent = { ...event, headers, api };
  // The request itself has already been counted, but polling for events has its own limit.
  if (route.id === "events.list") await rateLimit(() => deps).before?.({ event: own } as never);
  const reply = await route.run(own, deps);
  await writeActivity(deps, { api, body: route.definition.body }, reply);
  return reply.text === undefined ? reply : { ...reply, body: JSON.parse(reply.text) };
}

/** Converts a tool's result to a response small enough for a model to read in one go. */
function answered(answer: ToolAnswer): CallToolResult {
  const shown = fitted(answer);
  return { content: [{ type: "text", text: JSON.stringify(shown) }], structuredContent: shown };
}

/** Truncates a list that is too long, and adds a note saying so. */
function fitted(answer: ToolAnswer): ToolAnswer {
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  if (sizeOf(answer) <= LIMITS.mcpAnswerMaxBytes) return answer;
  const [name, list] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined) return { ...answer, note: "The response was too large, so parts of it were left out." };
  const kept = [...(list as unknown[])];
  const note =
    "The response was too large. To get the rest of this page, call the tool again with a smaller limit or a filter.";
  while (kept.length > 0 && sizeOf({ ...answer, [name]: kept, note }) > LIMITS.mcpAnswerMaxBytes) kept.pop();
  return { ...answer, [name]: kept, note };
}

function failed({ code, message, errors, retryAfterSec }: ApiError): CallToolResult {
  const told = { code, message, ...(errors && { errors }), ...(retryAfterSec && { retry_after_sec: retryAfterSec }) };
  return { content: [{ type: "text", text: JSON.stringify(told) }], isError: true };
}

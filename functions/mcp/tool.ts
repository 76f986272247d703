import type * as z from "zod";
import type { Caller } from "../../core/records/accounts/caller.ts";
import type { Reply } from "../api/reply.ts";
import type { Route } from "../api/route.ts";
import type { ApiDeps } from "../own-deps.ts";
import type { McpToolName } from "./mcp-tools.ts";

/** The parts of a request that a tool builds from its arguments. */
export interface ToolRequest {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The context of a tool call. */
export interface ToolContext {
  caller: Caller;
  deps: ApiDeps;
  now: Date;
  /** Runs an API route for the caller, with the route's own permissions and checks. @throws ApiError */
  run(route: Route, asked: ToolRequest): Promise<Reply>;
}

/** The result of a tool: an object, returned as `structuredContent`. */
export type ToolAnswer = Record<string, unknown>;

/** A tool that can be added to the server. */
export interface Tool {
  name: McpToolName;
  input: z.ZodObject;
  output: z.ZodObject;
  call(context: ToolContext, args: never): Promise<ToolAnswer>;
}

/** Creates a tool from its schemas and the function that runs it. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(
  name: McpToolName,
  definition: { input: I; output: O; call(context: ToolContext, args: z.infer<I>): Promise<z.infer<O>> },
): Tool {
  return { name, ...definition };
}

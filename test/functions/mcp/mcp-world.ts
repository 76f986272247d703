import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { mcpHandler } from "../../../functions/mcp/index.ts";
import { gatewayEvent } from "../api-world.ts";
import { type PanelWorld, panelWorld } from "../panel/panel-world.ts";

/** A tool's answer: its fields, or those of an error. */
export type Told = Record<string, unknown> & { isError: boolean; code?: string; message?: unknown };

/** The API's world, with the MCP server and the panel added. */
export interface McpWorld extends PanelWorld {
  tool(key: string, name: string, args: Record<string, unknown>): Promise<Told>;
  /** Sends an MCP request. @returns the JSON response, even if it arrived as an event in a stream. */
  mcp(key: string, method: string, params: object, headers?: Record<string, string>): Promise<Record<string, unknown>>;
}

const HEADERS = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };

export function mcpWorld(world: PanelWorld = panelWorld()): McpWorld {
  const handler = mcpHandler(() => world.deps) as unknown as (
    event: object,
    context: Context,
  ) => Promise<APIGatewayProxyStructuredResultV2>; // each middleware adds its own state to the event
  async function mcp(key: string, method: string, params: object, headers: Record<string, string> = {}) {
    const body = { jsonrpc: "2.0", id: 1, method, params };
    const event = gatewayEvent("POST", "/mcp", { key, body, headers: { ...HEADERS, ...headers } });
    const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
    const { body: text = "" } = await handler(event, context);
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Record<string, unknown>;
  }
  return {
    ...world,
    mcp,
    async tool(key, name, args) {
      const { result } = (await mcp(key, "tools/call", { name, arguments: args })) as {
        result: { isError?: boolean; structuredContent?: object; content: { text: string }[] };
      };
      const told = result.structuredContent ?? JSON.parse(result.content[0]?.text ?? "{}");
      return { ...told, isError: result.isError === true };
    },
  };
}

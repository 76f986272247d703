import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { callTool, type McpCall } from "./call-tool.ts";
import guides from "./guides.json" with { type: "json" };
import type { Tool } from "./tool.ts";
import { listChatsTool } from "./tools/list-chats.ts";
import { listInstancesTool } from "./tools/list-instances.ts";

/**
 * Adds the resources that a host may let its model read: the instances, an instance's most recent chats, and the
 * guides.
 */
export function addResources(server: McpServer, call: McpCall): void {
  const json = async (uri: URL, asked: Tool, args: object) => {
    const { content, isError } = await callTool(call, asked, args);
    const [first] = content;
    const text = first?.type === "text" ? first.text : "";
    if (isError) throw new Error(text);
    return { contents: [{ uri: uri.href, mimeType: "application/json", text }] };
  };
  const about = { description: "The linked numbers and their current state", mimeType: "application/json" };
  server.registerResource("instances", "gateway://instances", about, (uri) => json(uri, listInstancesTool, {}));
  const template = new ResourceTemplate("gateway://instances/{instance_id}/chats", { list: undefined });
  const chats = { description: "The newest chats of one number", mimeType: "application/json" };
  server.registerResource("chats", template, chats, (uri, { instance_id }) =>
    json(uri, listChatsTool, { instance_id: String(instance_id) }),
  );
  for (const [name, { title, about: description, text }] of Object.entries(guides)) {
    const guide = { title, description, mimeType: "text/markdown" };
    server.registerResource(`guide_${name}`, `gateway://guides/${name}`, guide, (uri) => ({
      contents: [{ uri: uri.href, mimeType: "text/markdown", text }],
    }));
  }
}

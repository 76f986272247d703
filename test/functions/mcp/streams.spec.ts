import { expect, it } from "vitest";
import { mcpWorld } from "./mcp-world.ts";

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "spec", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

it("a stream of news is refused at once, because a function that answers once has none", async () => {
  const world = mcpWorld();
  const { key } = await world.key(await world.account());
  const params = { _meta: META, notifications: { toolsListChanged: true } };
  const headers = { "mcp-protocol-version": VERSION, "mcp-method": "subscriptions/listen" };

  const answer = await world.mcp(key, "subscriptions/listen", params, headers);

  expect(answer).toMatchObject({ id: 1, error: { message: expect.stringContaining("ubscription") } });
});

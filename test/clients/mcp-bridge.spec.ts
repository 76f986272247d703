import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const BRIDGE = fileURLToPath(new URL("../../clients/mcp/bridge.mjs", import.meta.url));

interface Given {
  status: number;
  type?: string;
  body: string;
  location?: string;
}

/** Returns the bridge's output for a request when the server responds as given. */
async function answerOf(given: Given): Promise<{ id: number; error?: { message: string }; result?: unknown }> {
  const server = createServer((_, response) =>
    response
      .writeHead(given.status, {
        "Content-Type": given.type ?? "application/json",
        ...(given.location && { Location: given.location }),
      })
      .end(given.body),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { PATH: process.env.PATH, MGW_API_KEY: "key", MGW_BASE_URL: `http://127.0.0.1:${port}` };
  const bridge = spawn(process.execPath, [BRIDGE], { env, stdio: ["pipe", "pipe", "ignore"] });
  try {
    bridge.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "x" } })}\n`);
    for await (const line of createInterface({ input: bridge.stdout })) {
      const answer = JSON.parse(line);
      if (answer.id === 7) return answer;
    }
    throw new Error("The bridge ended without an answer.");
  } finally {
    bridge.kill();
    server.closeAllConnections();
    server.close();
  }
}

const result = { jsonrpc: "2.0", id: 7, result: { content: [] } };

describe("the bridge for assistants", () => {
  it.each([
    ["JSON", { status: 200, body: JSON.stringify(result) }],
    [
      "a stream",
      { status: 200, type: "text/event-stream", body: `event: message\ndata: ${JSON.stringify(result)}\n\n` },
    ],
  ])("hands on the gateway's answer as %s", async (_, given) => {
    expect(await answerOf(given)).toEqual(result);
  });

  it.each([
    ["a redirect", { status: 302, body: "", location: "http://127.0.0.1:1/login" }],
    ["a login page", { status: 200, type: "text/html", body: "<h1>Log in</h1>" }],
    ["nothing", { status: 200, body: "" }],
    ["a stream without an answer", { status: 200, type: "text/event-stream", body: ": nothing\n\n" }],
    ["another object", { status: 200, body: '{"url":"http://login.test/"}' }],
    ["null", { status: 200, body: "null" }],
    ["the answer to another request", { status: 200, body: JSON.stringify({ ...result, id: 8 }) }],
  ])("says so when %s comes back, where the assistant would wait for ever", async (_, given) => {
    const answer = await answerOf(given);
    expect(answer.id).toBe(7);
    expect(answer.error?.message).toMatch(/did not come from the gateway|could not be reached/);
  });
});

import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";

/** Tests requests that no client library sends, over a plain socket. Each must be answered, and never with a 5xx. */
describe("an odd request", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  /** Sends the path as it is, without a URL library normalizing it. */
  function send(method: string, path: string, body?: Buffer | string, headers: Record<string, string | string[]> = {}) {
    const { hostname, port } = new URL(gateway.baseUrl);
    const authorization = `Bearer ${gateway.apiKey}`;
    const options = { hostname, port, method, path, headers: { authorization, ...headers } };
    return new Promise<{ status: number; text: string; requestId: unknown }>((resolve, reject) => {
      const sent = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            requestId: answer.headers["x-request-id"],
          }),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  const json = { "content-type": "application/json" };

  it.each([
    ["a path of two slashes", "GET", "//", undefined, {}, 404, "not_found"],
    ["a path with a broken escape", "GET", "/v1/messages/%E0%A4%A", undefined, {}, 404, "message_not_found"],
    ["a path that climbs", "GET", "/v1/../../etc/passwd", undefined, {}, 404, "not_found"],
    ["an unknown method", "PROPFIND", "/v1/instances", undefined, {}, 405, "bad_request"],
    [
      "bytes that are no text",
      "POST",
      "/v1/instances",
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
      json,
      400,
      "bad_request",
    ],
    ["half a JSON document", "POST", "/v1/instances", '{"name":', json, 400, "bad_request"],
    ["another content type", "POST", "/v1/instances", "name=x", { "content-type": "text/plain" }, 400, "bad_request"],
    ["a body of 7 MB", "POST", "/v1/messages", `"${"a".repeat(7 * 1024 * 1024)}"`, json, 413, "bad_request"],
    [
      "JSON a thousand levels deep",
      "POST",
      "/v1/instances",
      "[".repeat(1000) + "]".repeat(1000),
      json,
      400,
      "bad_request",
    ],
    ["a query of broken escapes", "GET", "/v1/messages?limit=%zz", undefined, {}, 422, "validation_failed"],
  ] as const)("%s is refused in the spec's shape", async (_what, method, path, body, headers, status, code) => {
    const answer = await send(method, path, body, headers);

    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ code, message: expect.any(String) });
    expect(answer.requestId).toEqual(expect.any(String));
  });

  it("with two Authorization headers is nobody's, whichever of them is right", async () => {
    const right = `Bearer ${gateway.apiKey}`;
    for (const authorization of [
      [right, right],
      [right, "Bearer x"],
      ["Bearer x", right],
    ]) {
      const answer = await send("GET", "/v1/instances", undefined, { authorization });
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, "unauthenticated"]);
    }
  });

  it("a body over 10 MB is refused before any function sees it, in the same shape", async () => {
    const answer = await send("POST", "/v1/messages", Buffer.alloc(11 * 1024 * 1024, "a"), json);

    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ code: "bad_request", message: expect.stringContaining("6 MB") });
  });

  it("for the reference is answered with its page", async () => {
    const { status, text } = await send("GET", "/docs/reference");
    expect(status).toBe(200);
    expect(text).toMatch(/^<!doctype html>/);
    expect((await send("POST", "/docs/reference")).status).toBe(404);
  });
});

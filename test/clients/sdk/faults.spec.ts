import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ConnectionError, Gateway, GatewayError, type GatewayOptions } from "../../../clients/sdk/src/index.ts";

type Step = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { "Content-Type": "Application/JSON; charset=utf-8", ...headers })
      .end(JSON.stringify(body));
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { code, message: `It is ${code}.`, errors: {} }, { "X-Request-Id": "req_1", ...headers });
const reset: Step = (_, request) => request.socket.resetAndDestroy();
const silent: Step = () => {};
const html: Step = (response) => response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad gateway</h1>");
const sent = json(202, { data: { id: "msg_1" } });
const TEXT = { instance_id: "inst_1", to: "5511999990001", text: "Hi" };
const NOW = { "Retry-After": "0" };

describe("the SDK when something fails", () => {
  let server: Server;
  /** How the server responds to each of the next requests, and the requests it has received. */
  let steps: Step[] = [];
  let came: { method: string; url: string; key: string | undefined }[] = [];
  let baseUrl: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { method = "", url = "", headers } = request;
      came.push({ method, url, key: headers["idempotency-key"] as string | undefined });
      (steps.shift() ?? sent)(response, request);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    steps = [];
    came = [];
  });

  const made = (options: GatewayOptions = {}) => new Gateway({ apiKey: "key", baseUrl, ...options });
  const send = (gateway = made()) => gateway.messages.send(TEXT);
  const keys = () => new Set(came.map(({ key }) => key));

  it.each([
    ["a broken connection", reset],
    ["a 503", refusal(503, "unavailable", NOW)],
    ["a 500 of somebody else, in HTML", html],
    ["a 409 that says it is in progress", refusal(409, "in_progress", NOW)],
    ["a 429", refusal(429, "rate_limited", NOW)],
  ])("a send is repeated under one key after %s", async (_, fault) => {
    steps = [fault, fault, sent];
    expect(await send()).toEqual({ id: "msg_1" });
    expect(came.length).toBe(3);
    expect(keys().size).toBe(1);
    expect([...keys()][0]).toMatch(/^sdk_[0-9a-f-]{36}$/);
  });

  it("two sends have two keys; the caller's own key wins", async () => {
    const gateway = made();
    await send(gateway);
    await send(gateway);
    await gateway.messages.send(TEXT, { idempotencyKey: "order-7" });
    expect(keys().size).toBe(3);
    expect(came[2]?.key).toBe("order-7");
  });

  it("after two repeats it says what went wrong", async () => {
    steps = [reset, reset, reset];
    const failed = await send().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConnectionError);
    expect((failed as ConnectionError).cause).toBeDefined();
    expect(came.length).toBe(3);
    steps = [html, html, html];
    await expect(send()).rejects.toMatchObject({ status: 502, code: "unreadable_answer" });
  });

  it("a POST without a key is never repeated after a broken connection, a 503 or a 409, but after a 429", async () => {
    const start = () => made().broadcasts.start("br_1");
    for (const fault of [reset, refusal(503, "unavailable", NOW), refusal(409, "in_progress", NOW)]) {
      came = [];
      steps = [fault];
      await expect(start()).rejects.toThrow();
      expect(came.length).toBe(1);
    }
    steps = [refusal(429, "rate_limited", NOW)];
    expect(await start()).toEqual({ id: "msg_1" });
  });

  it("a used-up plan, a wait of over a minute and a refusal are told at once", async () => {
    for (const [fault, code, wait] of [
      [refusal(429, "plan_limit", { "Retry-After": "1" }), "plan_limit", 1],
      [refusal(429, "limit_reached", { "Retry-After": "3600" }), "limit_reached", 3_600],
      [refusal(409, "not_connected"), "not_connected", null],
      [refusal(422, "validation_failed"), "validation_failed", null],
    ] as const) {
      came = [];
      steps = [fault];
      const failed = await send().catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(GatewayError);
      expect(failed).toMatchObject({ code, requestId: "req_1", retryAfterSec: wait, message: `It is ${code}.` });
      expect(came.length).toBe(1);
    }
  });

  it("a try that takes too long is given up, and a call ends when its signal says so", async () => {
    steps = [silent, sent];
    expect(await send(made({ timeoutMs: 50 }))).toEqual({ id: "msg_1" });
    const stop = new AbortController();
    steps = [() => stop.abort(new Error("enough"))];
    const asked = made().instances.get("inst_1", { signal: stop.signal });
    await expect(asked).rejects.toThrow("enough");
  });

  it("a redirect is not followed: the key goes to one host", async () => {
    steps = [(response) => response.writeHead(307, { Location: "http://elsewhere.test/" }).end()];
    await expect(send(made({ maxRetries: 0 }))).rejects.toMatchObject({ status: 307, code: "unreadable_answer" });
  });

  it("an id can't leave its place in the path", async () => {
    await made().messages.get("../webhook?x=1#y");
    expect(came[0]?.url).toBe("/v1/messages/..%2Fwebhook%3Fx%3D1%23y");
    for (const id of ["", ".", "..", undefined as unknown as string]) {
      await expect(made().messages.get(id)).rejects.toThrow("id must be a non-empty string");
    }
  });

  it("a list goes on over an empty page, and never to another host", async () => {
    const links = (next: string | null) => ({ links: { next }, meta: { per_page: 2, next_cursor: null } });
    steps = [
      json(200, { data: [{ id: "1" }], ...links("http://elsewhere.test/v1/messages?cursor=a%20b&limit=1") }),
      json(200, { data: [], ...links("/v1/messages?cursor=c") }),
      json(200, { data: [{ id: "2" }], ...links(null) }),
    ];
    const ids: string[] = [];
    for await (const { id } of made().messages.list({ limit: 1 })) ids.push(id);
    expect(ids).toEqual(["1", "2"]);
    expect(came.map(({ url }) => url)).toEqual([
      "/v1/messages?limit=1",
      "/v1/messages?cursor=a+b&limit=1",
      "/v1/messages?cursor=c",
    ]);
  });

  it("a list that is the same as the current page as the next one ends with an error, not never", async () => {
    const page = json(200, { data: [{ id: "1" }], links: { next: "/v1/messages?cursor=a" }, meta: {} });
    steps = [page, page, page];
    const all = (async () => {
      for await (const message of made().messages.list()) expect(message.id).toBe("1");
    })();
    await expect(all).rejects.toThrow("is the same as the current page");
    expect(came.length).toBe(2);
  });

  it("awaited, a list is one page", async () => {
    steps = [json(200, { data: [{ id: "1" }, { id: "2" }], links: { next: "/v1/x?cursor=a" }, meta: {} })];
    const first = await made().contacts.list("inst_1");
    expect([first.items.length, first.hasNext, came.length]).toEqual([2, true, 1]);
  });

  it("withResponse tells status, headers and whether it was done before", async () => {
    steps = [json(200, { data: { id: "msg_1" } }, { "Idempotent-Replayed": "true", "X-Request-Id": "req_2" })];
    const { data, status, headers, replayed } = await send().withResponse();
    expect([data, status, headers.get("x-request-id"), replayed]).toEqual([{ id: "msg_1" }, 200, "req_2", true]);
  });

  it("it says what is missing when it is made, and is not made in a browser", () => {
    expect(() => new Gateway({ baseUrl })).toThrow("MGW_API_KEY");
    expect(() => new Gateway({ apiKey: "key" })).toThrow("MGW_BASE_URL");
    Object.assign(globalThis, { window: {}, document: {} });
    try {
      expect(() => made()).toThrow("Do not use the SDK in a browser");
    } finally {
      Reflect.deleteProperty(globalThis, "window");
      Reflect.deleteProperty(globalThis, "document");
    }
  });
});

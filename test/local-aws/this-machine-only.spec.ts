import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AiProvider, startAiProvider } from "../../local/ai/start-ai-provider.ts";
import { type ApiServer, startApiServer } from "../../local/system/api-server.ts";
import { cameThroughProxy } from "../../simulated-network/src/process/this-machine-only.ts";
import { type SpawnedNetwork, spawnNetwork } from "../network/support/spawn-network.ts";
import { stillClock } from "../support/test-clock.ts";
import { startAws } from "./support.ts";

// Tests requests that web pages and proxies pass on from other machines to the gateway, its sandbox, its network and
// its services.

let served = 0;
let api: ApiServer;
let ai: AiProvider;
let network: SpawnedNetwork;

beforeAll(async () => {
  const fallback = async () => {
    served++;
    return { statusCode: 200, body: "{}" };
  };
  const identity = async (_request: IncomingMessage, response: ServerResponse) => {
    served++;
    response.end();
  };
  api = await startApiServer({ port: 0, routes: [], fallback, identity, clock: stillClock() });
  ai = await startAiProvider({ port: 0, clock: stillClock() });
  network = await spawnNetwork();
});
afterAll(async () => {
  await api.stop();
  await ai.stop();
  await network.stop();
});

/** Sends the lines exactly as they are. @returns the status and the body. */
async function send(url: string, lines: string[], body = ""): Promise<{ status: number; body: string }> {
  const { protocol, port } = new URL(url);
  const to = { port: Number(port), host: "127.0.0.1" };
  const socket = protocol === "https:" ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  socket.write([...lines, length, "Connection: close", "", body].join("\r\n"));
  let answer = "";
  for await (const part of socket) answer += part;
  return { status: Number(answer.split(" ")[1]), body: answer.split("\r\n\r\n")[1] ?? "" };
}

const PHONE = '{"phone":"15550007777","name":"Planted"}';
const postTo = (url: string, headers: string[]) =>
  send(url, ["POST /phones HTTP/1.1", "Content-Type: text/plain", ...headers], PHONE);

const FOREIGN = [
  ["a page of another site", ["Host: 127.0.0.1", "Origin: https://evil.example"]],
  ["a page without a site", ["Host: 127.0.0.1", "Origin: null"]],
  ["a site whose name begins like ours", ["Host: 127.0.0.1", "Origin: http://localhost.evil.example"]],
  ["a page that names two sites", ["Host: 127.0.0.1", "Origin: http://localhost", "Origin: http://evil.example"]],
  ["another name of this address", ["Host: evil.example"]],
  ["another name and a port", ["Host: evil.example:8080"]],
  ["a name that ends like ours", ["Host: evil-localhost"]],
  ["a name with ours as its user", ["Host: localhost@evil.example"]],
] as const;

describe("the gateway on one machine", () => {
  it.each(FOREIGN)("refuses %s", async (_who, headers) => {
    served = 0;
    const { status, body } = await postTo(api.url, [...headers]);
    expect({ status, served }).toEqual({ status: 400, served: 0 });
    if (body !== "") expect(JSON.parse(body)).toMatchObject({ code: "bad_request" });
  });

  it.each([["127.0.0.1"], ["localhost"], ["LocalHost:8080"], ["[::1]"], ["[::1]:9000"]])(
    "answers who asks for %s, also a page of this machine",
    async (host) => {
      expect((await postTo(api.url, [`Host: ${host}`])).status).toBe(200);
      const origin = `Origin: http://${host.toLowerCase()}`;
      expect((await postTo(api.url, [`Host: ${host}`, origin])).status).toBe(200);
    },
  );
});

describe("the sandbox", () => {
  it.each(FOREIGN)("refuses %s, and does nothing", async (_who, headers) => {
    const { status } = await postTo(network.sandboxUrl, [...headers]);
    expect([400, 403]).toContain(status); // Node itself refuses some with 400
    const found = await fetch(`${network.sandboxUrl}/phones/15550007777`);
    expect(found.status).toBe(404);
  });

  it("answers programs of this machine", async () => {
    expect((await fetch(`${network.sandboxUrl}/clock`)).status).toBe(200);
  });
});

/** Headers that reveal a proxy in front, as sent by common ones, and what nginx sends by default. */
const PROXIES: [string, { version?: string; headers: string[]; sign: string }][] = [
  ["nginx as it comes", { version: "1.0", headers: ["Connection: close"], sign: "HTTP/1.0" }],
  ["nginx as most guides write it", { headers: ["X-Real-IP: 203.0.113.7"], sign: "X-Real-IP" }],
  ["Caddy", { headers: ["X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https"], sign: "X-Forwarded-For" }],
  ["Apache", { headers: ["X-Forwarded-Host: gateway.example"], sign: "X-Forwarded-Host" }],
  ["one that keeps the standard", { headers: ["Forwarded: for=203.0.113.7;proto=https"], sign: "Forwarded" }],
  ["one with an empty header", { headers: ["X-Forwarded-For:"], sign: "X-Forwarded-For" }],
  ["Squid", { headers: ["Via: 1.1 squid (squid/5.7)"], sign: "Via" }],
  ["Cloudflare's tunnel", { headers: ["cf-connecting-ip: 203.0.113.7"], sign: "cf-connecting-ip" }],
  ["Cloudflare, its address header renamed", { headers: ["CF-RAY: 8f00000000000000-MAD"], sign: "CF-RAY" }],
  ["Akamai", { headers: ["True-Client-IP: 203.0.113.7"], sign: "True-Client-IP" }],
  ["Envoy", { headers: ["x-envoy-expected-rq-timeout-ms: 15000"], sign: "x-envoy-expected-rq-timeout-ms" }],
  ["Tailscale's", { headers: ["Tailscale-User-Login: ana@example.com"], sign: "Tailscale-User-Login" }],
  ["CloudFront", { headers: ["X-Amz-Cf-Id: abc"], sign: "X-Amz-Cf-Id" }],
];

describe("a request that a proxy in front passed on, with Host rewritten to this machine,", () => {
  const LISTENERS: [string, () => { url: string; path: string; status: number }][] = [
    ["API", () => ({ url: api.url, path: "/v1/instances", status: 400 })],
    ["panel", () => ({ url: api.url, path: "/", status: 400 })],
    ["sign-in and its mails", () => ({ url: api.url, path: "/identity/mail", status: 400 })],
    ["reference", () => ({ url: api.url, path: "/docs/reference", status: 400 })],
    ["sandbox and its mails", () => ({ url: network.sandboxUrl, path: "/mail", status: 403 })],
    ["network's files", () => ({ url: `https://${network.mediaHost}`, path: "/", status: 403 })],
    ["AI providers", () => ({ url: ai.url, path: "/calls", status: 403 })],
  ];

  describe.each(LISTENERS)("to the %s", (_name, listener) => {
    it.each(PROXIES)("is refused with what to do instead: %s", async (_proxy, { version = "1.1", headers, sign }) => {
      const { url, path, status } = listener();
      served = 0;
      const answer = await send(url, [
        `GET ${path} HTTP/${version}`,
        `Host: 127.0.0.1:${new URL(url).port}`,
        ...headers,
      ]);

      expect({ status: answer.status, served }).toEqual({ status, served: 0 });
      expect(answer.body).toContain(sign);
      expect(answer.body).toMatch(/No proxy may be in front of it.*ssh -N -L/);
    });
  });

  it("is refused by the embedded services, though it is signed with a key that everybody knows", async () => {
    const { aws } = await startAws();
    for (const path of ["/", "/media/file?X-Amz-Signature=1"]) {
      const lines = [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", "Authorization: AWS4-HMAC-SHA256 …", "Via: 1.1 proxy"];
      const { status, body } = await send(aws.url, lines);
      expect(status).toBe(403);
      expect(body).toContain("No proxy may be in front of it");
    }
  });

  it("is never one of a program, a browser or a client library of this machine", () => {
    const own = [
      ["Host", "127.0.0.1:8080", "User-Agent", "curl/8.5.0", "Accept", "*/*"],
      ["Host", "localhost", "Sec-Fetch-Site", "same-origin", "Referer", "http://localhost/", "Priority", "u=1"],
      [
        "Host",
        "127.0.0.1",
        "X-Amz-Date",
        "20260101T000000Z",
        "X-Amz-Content-Sha256",
        "…",
        "Amz-Sdk-Request",
        "attempt=1",
      ],
      ["Host", "127.0.0.1", "Anthropic-Version", "2023-06-01", "X-Api-Key", "sk-ant-demo", "X-Stainless-Lang", "js"],
      ["Host", "127.0.0.1", "X-Request-Id", "1", "Traceparent", "00-1-1-01", "Idempotency-Key", "1"],
    ];
    for (const rawHeaders of own) expect(cameThroughProxy({ rawHeaders, httpVersion: "1.1" })).toBeNull();
  });
});

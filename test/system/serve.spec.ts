import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PANEL_API, PANEL_ROUTES } from "../../core/contracts/panel/panel-routes.ts";
import { ROUTES } from "../../core/contracts/routes.ts";
import { SOCKETS } from "../../core/contracts/sockets.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { askUpgrade } from "../support/stream-client.ts";

const PUBLIC_URL = "https://gw.example.com";
const CLIENT = "203.0.113.7";

interface Asked {
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Tests a gateway on one machine behind a TLS proxy, as users on other machines reach it. */
describe("a gateway that serves a team", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, {
      EPHEMERAL: "1",
      PANEL: "1",
      PUBLIC_URL,
      SANDBOX_PORT: "",
      TABLE_CONFLICTS: "0",
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  /** Sends a request the way the proxy does: over plain HTTP, with the public host name and the client's address. */
  function ask(method: string, path: string, { headers = {}, body }: Asked = {}) {
    const { hostname, port } = new URL(gateway.baseUrl);
    const passedOn = { host: "gw.example.com", "x-forwarded-for": CLIENT, "x-forwarded-proto": "https" };
    const options = { hostname, port, method, path, headers: { ...passedOn, ...headers } };
    return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer; text: string }>(
      (resolve, reject) => {
        const sent = httpRequest(options, (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("end", () => {
            const bytes = Buffer.concat(chunks);
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() });
          });
        });
        sent.on("error", reject);
        sent.end(body);
      },
    );
  }
  const withKey = (headers: Record<string, string> = {}) => ({
    authorization: `Bearer ${gateway.apiKey}`,
    "content-type": "application/json",
    ...headers,
  });

  it("answers nothing of the API and of the panel without credentials", async () => {
    const api = Object.values(ROUTES).filter(({ scope }) => scope !== "public");
    const panel = Object.values(PANEL_ROUTES).map(({ method, path }) => ({ method, path: `${PANEL_API}${path}` }));
    const routes = [...api, ...panel, { method: "POST", path: "/mcp" }];
    const answered: string[] = [];
    for (const { method, path } of routes) {
      const headers = { "content-type": "application/json", origin: PUBLIC_URL };
      const { status } = await ask(method, path.replaceAll(/\{\w+\}/g, "x1"), { headers });
      if (status !== 401) answered.push(`${method} ${path}: ${status}`);
    }
    for (const { path } of Object.values(SOCKETS)) {
      const passedOn = { host: "gw.example.com", "x-forwarded-for": CLIENT, "x-forwarded-proto": "https" };
      const answer = await askUpgrade(gateway.baseUrl, path, null, { ...passedOn, origin: PUBLIC_URL });
      if (!("status" in answer) || answer.status !== 401) answered.push(`WebSocket ${path}`);
    }
    expect(routes.length).toBeGreaterThan(100);
    expect(answered).toEqual([]);
  });

  it.each([
    ["GET", "/mail"],
    ["GET", "/clock"],
    ["POST", "/phones"],
    ["GET", "/calls"],
    ["GET", "/metrics"],
    ["GET", "/gateway-media"],
    ["GET", "/gateway-media/"],
    ["GET", "/gateway-media/?X-Amz-Signature=00"],
    ["GET", "/gateway-media/ACC/x"],
    ["DELETE", "/gateway-media/ACC/x?X-Amz-Signature=00"],
    ["POST", "/gateway-media/ACC/x?uploads&X-Amz-Signature=00"],
    ["PUT", "/another-bucket/x?X-Amz-Signature=00"],
    ["GET", "/v1/files/x"],
    ["GET", "/v1"],
    ["GET", "/nothing"],
  ])("has nothing at %s %s", async (method, path) => {
    const { status, text } = await ask(method, path, { headers: { "x-amz-target": "DynamoDB_20120810.ListTables" } });
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([404, "not_found"]);
  });

  it("prints no key, because its output is kept in a log, and says how one is made", () => {
    expect(gateway.output()).toContain(`DATA_DIR=${folder.path} npm run admin -- key create --kind full`);
    expect(gateway.output()).not.toMatch(/mgw_\w{20}/);
  });

  it("shows nobody its mail", async () => {
    expect((await ask("GET", "/identity/mail")).status).toBe(404);
    expect((await ask("GET", "/identity/mail?to=ana@example.com")).status).toBe(404);
  });

  it("lets nobody look around as its admin", async () => {
    const begun = await ask("GET", "/panel-api/session/sign-in?to=/");
    expect(begun.status).toBe(302);
    expect(String(begun.headers.location)).toMatch(/^https:\/\/gw\.example\.com\/identity\/auth\?/);
    expect(begun.headers["set-cookie"]).toEqual([expect.stringMatching(/^__Host-signin=.*; Secure$/)]);

    const auth = new URL(String(begun.headers.location));
    const shown = await ask("GET", `${auth.pathname}${auth.search}`);
    const cookies = shown.headers["set-cookie"] as string[];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/^__(Host|Secure)-\w+(\.sig)?=.*; secure/i);
    const form = new URL(String(shown.headers.location), PUBLIC_URL).pathname;
    const headers = { cookie: cookies.map((line) => line.split(";")[0]).join("; "), origin: PUBLIC_URL };
    const page = await ask("GET", form, { headers });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("look-around");
    expect((await ask("POST", `${form}/look-around`, { headers })).status).toBe(404);
  });

  /** Starts a sign-in. @returns its URL, and the headers to send its forms with. */
  async function beginSignIn(client: string) {
    const at = { "x-forwarded-for": client };
    const begun = await ask("GET", "/panel-api/session/sign-in?to=/", { headers: at });
    const auth = new URL(String(begun.headers.location));
    const shown = await ask("GET", `${auth.pathname}${auth.search}`, { headers: at });
    const cookies = (shown.headers["set-cookie"] as string[]).map((line) => line.split(";")[0]);
    const form = {
      "content-type": "application/x-www-form-urlencoded",
      origin: PUBLIC_URL,
      cookie: cookies.join("; "),
    };
    return { path: new URL(String(shown.headers.location), PUBLIC_URL).pathname, headers: { ...at, ...form } };
  }

  it("lets a stranger use up no one's attempts but their own, and says when there are some again", async () => {
    const wrong = async ({ path, headers }: Awaited<ReturnType<typeof beginSignIn>>) =>
      ask("POST", `${path}/sign-in`, { headers, body: "email=ana%40example.com&password=wrong-wrong-wrong" });
    const stranger = await beginSignIn("198.51.100.1");
    for (let i = 0; i < 10; i++) expect((await wrong(stranger)).status).toBe(403);

    const refused = await wrong(stranger);

    expect([refused.status, Number(refused.headers["retry-after"]) > 800]).toEqual([429, true]);
    expect(refused.headers["set-cookie"]).toBeUndefined(); // who is wrong is not the address's owner
    expect((await wrong(await beginSignIn("198.51.100.2"))).status).toBe(403);
  });

  it("takes sixty forms a minute from one network, of all people", async () => {
    const { path, headers } = await beginSignIn("2001:db8::1");
    const sent = await Promise.all(
      Array.from({ length: 70 }, (_, n) =>
        ask("POST", `${path}/forgot`, {
          headers: { ...headers, "x-forwarded-for": `2001:db8::${n + 1}` },
          body: `email=person-${n}%40example.com`,
        }),
      ),
    );
    const refused = sent.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(11); // the sign-in's own beginning is counted, too
    for (const { headers: answered } of refused) expect(Number(answered["retry-after"])).toBeGreaterThan(0);
  });

  it("refuses other hosts, pages of other sites, and who comes without a proxy", async () => {
    expect((await ask("GET", "/", { headers: { host: "evil.example" } })).status).toBe(421);
    expect((await ask("GET", "/", { headers: { origin: "https://evil.example" } })).status).toBe(403);
    expect((await fetch(`${gateway.baseUrl}/v1/instances`, { headers: withKey() })).status).toBe(421);
  });

  it("notes the client's address and no other, whatever headers the client adds", async () => {
    const tricks = {
      "x-forwarded-for": `10.0.0.1, ${CLIENT}`,
      "x-real-ip": "10.0.0.1",
      forwarded: "for=10.0.0.1",
      "cf-connecting-ip": "10.0.0.1",
      "x-caller-address": "10.0.0.1",
    };
    const made = await ask("POST", "/v1/instances", { headers: withKey(tricks), body: '{"name":"Shop"}' });
    expect(made.status).toBe(201);
    const { text } = await ask("GET", "/v1/activity", { headers: withKey() });
    expect(text).toContain(CLIENT);
    expect(text).not.toContain("10.0.0.1");
  });

  it("names the public address in its description and its reference", async () => {
    const description = JSON.parse((await ask("GET", "/v1/openapi.json")).text) as { servers: { url: string }[] };
    expect(description.servers[0]?.url).toContain(PUBLIC_URL);
    expect((await ask("GET", "/")).headers["content-security-policy"]).not.toContain("127.0.0.1");
  });

  it("has no sandbox, and asks for webhooks at public addresses", async () => {
    expect(gateway.sandboxUrl).toBe("");
    const refused = await ask("PATCH", "/v1/webhook", { headers: withKey(), body: '{"url":"http://127.0.0.1:9/x"}' });
    expect(refused.status).toBe(422);
  });
});

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useDeps } from "../../../functions/own-deps.ts";
import { handler } from "../../../functions/panel-session/index.ts";
import { runtime } from "../../../functions/runtime.ts";
import { StandInIssuer, type Twist } from "../../support/stand-in-issuer.ts";
import { START } from "../../support/test-clock.ts";
import { gatewayEvent } from "../api-world.ts";
import { PANEL_URL, type PanelWorld, panelWorld } from "./panel-world.ts";

const session = handler as unknown as (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>; // each middleware adds its own state to the event

let issuer: StandInIssuer;
let world: PanelWorld;
let before: NodeJS.ProcessEnv;
let visitors = 0;
const nowSec = START.getTime() / 1000;
const newIssuer = () => new StandInIssuer(() => vi.getMockedSystemTime()?.getTime() ?? 0);
beforeAll(() => {
  // The library checks a token's times against the machine's clock.
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  before = { ...process.env };
});
beforeEach(async () => {
  issuer = await newIssuer().start();
  world = panelWorld();
  useDeps(world.deps);
  runtime.identitySecret = issuer.clientSecret;
  Object.assign(process.env, {
    IDENTITY_ISSUER: issuer.url,
    IDENTITY_CLIENT_ID: issuer.clientId,
    IDENTITY_KIND: "foreign",
    PANEL_URL,
  });
});
afterEach(() => issuer.stop());
afterAll(() => {
  vi.useRealTimers();
  useDeps(null);
  runtime.identitySecret = null;
  process.env = before;
});

async function go(method: string, path: string, cookies: string[] = []) {
  const source = `198.51.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}`;
  const headers: Record<string, string> =
    method === "POST" ? { "sec-fetch-site": "same-origin", "content-type": "application/json" } : {};
  const event = gatewayEvent(method, `/panel-api/session/${path}`, { source, headers });
  return session({ ...event, ...(cookies.length > 0 && { cookies }) }, {} as Context); // of which it uses nothing
}

/** Begins a sign-in. @returns the provider's address that it leads to, and the browser's cookie. */
async function begin(to = "/chats") {
  const { statusCode, headers, cookies, body } = await go("GET", `sign-in?to=${encodeURIComponent(to)}`);
  return {
    status: statusCode,
    body,
    location: String(headers?.Location),
    cookie: (cookies ?? []).map((line) => line.split(";")[0] ?? ""),
  };
}

/** Signs in with a provider whose response deviates in the given way. */
async function signIn(twist: Twist = {}, to = "/chats") {
  const { location, cookie } = await begin(to);
  return go("GET", `callback${issuer.visit(location, twist).search}`, cookie);
}

/** Returns the user who is signed in by the response's cookie. */
async function me({ cookies }: APIGatewayProxyStructuredResultV2) {
  const [, token = ""] = /^__Host-session=([^;]+)/.exec(cookies?.[0] ?? "") ?? [];
  return (await world.panel("GET", "/me", { cookie: token })).body.data as { user: Record<string, unknown> };
}

describe("sign-in with another organization's provider", () => {
  it("sends people there with a code, PKCE, state and nonce, and nothing that not every provider knows", async () => {
    const { location } = await begin();
    const asked = Object.fromEntries(new URL(location).searchParams);
    expect(asked).toEqual({
      client_id: issuer.clientId,
      redirect_uri: `${PANEL_URL}/panel-api/session/callback`,
      response_type: "code",
      scope: "openid email",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(location).toMatch(new RegExp(`^${issuer.url}/authorize\\?`));
  });

  it("lets a person in who comes back with a code, and knows them again, though their address changed", async () => {
    const first = await signIn();
    expect([first.statusCode, first.headers?.Location]).toEqual([302, "/chats"]);
    issuer.person = { ...issuer.person, email: "ana.new@example.com" };

    const second = await signIn();

    const [one, other] = [await me(first), await me(second)];
    expect(other.user).toMatchObject({ id: one.user.id, email: "ana.new@example.com", email_verified: true });
  });

  it("takes somebody else with the same address for somebody else", async () => {
    const ana = await me(await signIn());
    issuer.person = { ...issuer.person, sub: "mallory-9" };
    expect((await me(await signIn())).user.id).not.toBe(ana.user.id);
  });

  it.each([
    [undefined, "basic"],
    [["client_secret_basic", "client_secret_post"], "basic"],
    [["client_secret_post"], "post"],
  ])("proves who the gateway is in the way that the provider names: %j", async (ways, way) => {
    issuer.metadata = { token_endpoint_auth_methods_supported: ways };
    expect((await signIn()).statusCode).toBe(302);
    expect(issuer.provenBy).toEqual([way]);
  });

  it("asks for the address of a person whose token has none, and believes only what is said of that person", async () => {
    issuer.person = { sub: "ana-1" };
    const userinfo = { email: "ana@example.com", email_verified: true };
    expect((await signIn({ userinfo })).statusCode).toBe(302);
    expect((await signIn({ userinfo: { ...userinfo, sub: "bea-2" } })).statusCode).toBe(400);
  });

  it("asks whether an address is verified if the token has only the address", async () => {
    issuer.person = { sub: "ana-1", email: "ana@example.com" };
    const verified = { email: "ana@example.com", email_verified: true };
    expect((await signIn({ userinfo: verified })).statusCode).toBe(302);
    expect((await signIn({ userinfo: { ...verified, email_verified: false } })).statusCode).toBe(403);
  });

  it("lets nobody in whose address the provider has not confirmed, or does not tell, and says so", async () => {
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email_verified: "no" }]) {
      const { statusCode, body } = await signIn({ claims });
      expect([statusCode, body]).toEqual([403, expect.stringContaining("hasn't confirmed your email address")]);
    }
    const { statusCode, body } = await signIn({ claims: { email: undefined } });
    expect([statusCode, body]).toEqual([403, expect.stringContaining("didn't share your email address")]);
  });

  it("goes on when the provider changes its key", async () => {
    expect((await signIn()).statusCode).toBe(302);
    issuer.rotateKey("second");
    vi.setSystemTime(START.getTime() + 120_000); // strangers' keys don't have it asked again at each sign-in

    expect((await signIn()).statusCode).toBe(302);
    vi.setSystemTime(START);
  });

  it("finds an endpoint that has moved within an hour, and keeps the old ones while the provider is down", async () => {
    expect((await signIn()).statusCode).toBe(302);
    issuer.metadata = { authorization_endpoint: `${issuer.url}/moved` };
    expect((await begin()).location).toContain("/authorize?");
    vi.setSystemTime(START.getTime() + 2 * 3_600_000);
    expect((await begin()).location).toContain("/moved?");

    vi.setSystemTime(START.getTime() + 4 * 3_600_000);
    issuer.metadata = { issuer: "https://accounts.example.com" };
    expect((await begin()).location).toContain("/moved?");
    vi.setSystemTime(START);
  });

  it("goes on when the provider's clock is a little ahead or behind", async () => {
    expect((await signIn({ claims: { iat: nowSec + 20, nbf: nowSec + 20 } })).statusCode).toBe(302);
    expect((await signIn({ claims: { exp: nowSec - 20 } })).statusCode).toBe(302);
  });

  it.each<[string, Twist]>([
    ["another nonce", { claims: { nonce: "another" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another audience", { claims: { aud: "another-client" } }],
    ["two audiences without the one that may use it", { claims: { aud: ["another-client", "third"] } }],
    ["an earlier time", { claims: { iat: nowSec - 7_200, exp: nowSec - 3_600 } }],
    ["a time far ahead", { claims: { nbf: nowSec + 3_600 } }],
    ["another issuer", { claims: { iss: "https://accounts.example.com" } }],
    ["no person", { claims: { sub: undefined } }],
    ["no signature", { header: { alg: "none" } }],
    ["a signature with the client's secret", { header: { alg: "HS256" } }],
    ["a stranger's signature", { strangersKey: true }],
    ["a key that is not published", { header: { kid: "unknown" }, strangersKey: true }],
  ])("lets nobody in by a token with %s", async (_name, twist) => {
    const { statusCode, cookies } = await signIn(twist);
    expect([statusCode, cookies]).toEqual([400, undefined]);
  });

  it("lets nobody in by a code that was used, by another sign-in's state, or in another browser", async () => {
    const { location, cookie } = await begin();
    const back = issuer.visit(location).search;
    const other = await begin();
    expect((await go("GET", `callback${back}`, other.cookie)).statusCode).toBe(400);
    expect((await go("GET", `callback${back}`)).statusCode).toBe(400);
    expect((await go("GET", `callback${back}`, cookie)).statusCode).toBe(302);
    expect((await go("GET", `callback${back}`, cookie)).statusCode).toBe(400);
    const { location: third, cookie: thirds } = await begin();
    const state = new URL(third).searchParams.get("state") ?? "";
    const code = new URLSearchParams(back).get("code") ?? "";
    expect((await go("GET", `callback?code=${code}&state=${state}`, thirds)).statusCode).toBe(400);
  });

  it("lets nobody in by a code of another provider", async () => {
    issuer.metadata = { authorization_response_iss_parameter_supported: true };
    const { location, cookie } = await begin();
    const back = issuer.visit(location);
    back.searchParams.set("iss", "https://accounts.example.com");
    expect((await go("GET", `callback${back.search}`, cookie)).statusCode).toBe(400);
  });

  it.each(["https://evil.example/", "//evil.example/", "/\\evil.example", "/panel-api/session/sign-out"])(
    "leads nowhere but to the panel's own pages: not to %s",
    async (to) => {
      expect((await signIn({}, to)).headers?.Location).toBe("/");
    },
  );

  it("says in a page that the provider does not answer, and goes on once it does", async () => {
    const { port } = new URL(issuer.url);
    await issuer.stop();
    const refused = await begin();
    expect([refused.status, refused.body]).toEqual([503, expect.stringContaining("isn't responding")]);
    issuer = await newIssuer().start(Number(port));
    expect((await signIn()).statusCode).toBe(302);
  });

  it("takes a provider that names another issuer for none", async () => {
    issuer.metadata = { issuer: "https://accounts.example.com" };
    expect((await begin()).status).toBe(503);
  });

  it.each([
    [{ status: 401, body: { error: "invalid_client" } }, 503, "rejected this gateway"],
    [{ status: 500, body: {} }, 503, "isn't responding"],
    [{ status: 400, body: { error: "invalid_grant" } }, 400, "has already been used"],
  ])("says in a page what is wrong when the provider answers %j", async (error, status, words) => {
    const { statusCode, body } = await signIn({ error });
    expect([statusCode, body]).toEqual([status, expect.stringContaining(words)]);
  });

  it("signs out at the provider in the standard's way", async () => {
    const { body } = await go("POST", "sign-out");
    const { url } = (JSON.parse(body ?? "{}") as { data: { url: string } }).data;
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: issuer.clientId,
      post_logout_redirect_uri: `${PANEL_URL}/`,
    });
  });

  it("signs out here also while the provider is down", async () => {
    await issuer.stop();
    const { statusCode, body } = await go("POST", "sign-out");
    expect([statusCode, (JSON.parse(body ?? "{}") as { data: unknown }).data]).toEqual([200, { url: `${PANEL_URL}/` }]);
    await issuer.start();
  });
});

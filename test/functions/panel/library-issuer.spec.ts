import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useDeps } from "../../../functions/own-deps.ts";
import { handler } from "../../../functions/panel-session/index.ts";
import { runtime } from "../../../functions/runtime.ts";
import { type LibraryIssuer, type ProviderSetup, startLibraryIssuer } from "../../support/library-issuer.ts";
import { START } from "../../support/test-clock.ts";
import { gatewayEvent } from "../api-world.ts";
import { PANEL_URL, type PanelWorld, panelWorld } from "./panel-world.ts";

const session = handler as unknown as (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>; // each middleware adds its own state to the event

/**
 * Providers that are configured the way organizations configure theirs. A provider of our own could be more lenient.
 */
describe.each<ProviderSetup>([
  { alg: "RS256", way: "client_secret_basic", isAddressInToken: false },
  { alg: "PS256", way: "client_secret_post", isAddressInToken: true },
  { alg: "ES256", way: "client_secret_post", isAddressInToken: false },
  { alg: "EdDSA", way: "none", isAddressInToken: false },
])("sign-in with a library's provider: $alg, $way, address in the token: $isAddressInToken", (setup) => {
  let issuer: LibraryIssuer;
  let world: PanelWorld;
  let before: NodeJS.ProcessEnv;
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: START }); // both compare tokens with the machine's clock
    before = { ...process.env };
    for (const way of ["info", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => {}); // its advice
  });
  beforeEach(async () => {
    issuer = await startLibraryIssuer(PANEL_URL, setup);
    world = panelWorld();
    useDeps(world.deps);
    runtime.identitySecret = setup.way === "none" ? null : issuer.clientSecret;
    const identity = { IDENTITY_ISSUER: issuer.url, IDENTITY_CLIENT_ID: issuer.clientId, IDENTITY_KIND: "foreign" };
    Object.assign(process.env, { ...identity, PANEL_URL });
  });
  afterEach(() => issuer.stop());
  afterAll(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    useDeps(null);
    runtime.identitySecret = null;
    process.env = before;
  });

  async function go(method: string, path: string, cookies: string[] = []) {
    const headers: Record<string, string> =
      method === "POST" ? { "sec-fetch-site": "same-origin", "content-type": "application/json" } : {};
    const event = gatewayEvent(method, `/panel-api/session/${path}`, { headers });
    return session({ ...event, ...(cookies.length > 0 && { cookies }) }, {} as Context); // of which it uses nothing
  }
  async function begin() {
    const { headers, cookies } = await go("GET", "sign-in?to=/chats");
    return { location: String(headers?.Location), cookie: (cookies ?? []).map((line) => line.split(";")[0] ?? "") };
  }

  it("lets a person in with the address that the provider confirms", async () => {
    const { location, cookie } = await begin();
    const back = await issuer.visit(location);
    expect(`${back.origin}${back.pathname}`).toBe(`${PANEL_URL}/panel-api/session/callback`);

    const { statusCode, headers, cookies } = await go("GET", `callback${back.search}`, cookie);

    expect([statusCode, headers?.Location]).toEqual([302, "/chats"]);
    const [, token = ""] = /^__Host-session=([^;]+)/.exec(cookies?.[0] ?? "") ?? [];
    const { body } = await world.panel("GET", "/me", { cookie: token });
    expect(body.data).toMatchObject({ user: { email: "ana@example.com", email_verified: true } });
  });

  it("lets nobody in by a code that was used, and signs out on the provider's page", async () => {
    const { location, cookie } = await begin();
    const back = await issuer.visit(location);
    await go("GET", `callback${back.search}`, cookie);
    expect((await go("GET", `callback${back.search}`, cookie)).statusCode).toBe(400);

    const { body } = await go("POST", "sign-out");
    const { url } = (JSON.parse(body ?? "{}") as { data: { url: string } }).data;
    expect(new URL(url).origin).toBe(issuer.url);
    expect(await issuer.signOut(url)).toBe(200);
  });
});

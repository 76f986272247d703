import { describe, expect, it } from "vitest";
import { endSession, sessionsOf } from "../../../core/operations/users/end-session.ts";
import { keys } from "../../../core/store/keys.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

const HOUR_MS = 3_600_000;

const pass = ({ clock }: PanelWorld, ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms));

async function opened(): Promise<{ world: PanelWorld; account: string; ana: SignedIn }> {
  const world = panelWorld();
  const account = await world.account();
  return { world, account, ana: await world.signedIn(account, "member", "ana@example.com") };
}

describe("a session of the panel", () => {
  it("tells who is signed in, and in which accounts with which role", async () => {
    const { world, account, ana } = await opened();
    const { status, body } = await world.panel("GET", "/me", ana);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      user: { id: ana.user, email: "ana@example.com" },
      accounts: [{ id: account, role: "member", status: "active" }],
      account_id: account,
      role: "member",
    });
  });

  it("of a person without an account tells of no account", async () => {
    const { world } = await opened();
    const { cookie } = await world.signedIn(null);
    const { status, body } = await world.panel("GET", "/me", { cookie });
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { accounts: [], account_id: null } });
  });

  it.each([
    ["12 hours without a request", 12 * HOUR_MS, []],
    ["7 days in any case", 12 * HOUR_MS, Array.from({ length: 14 }, () => 11.99 * HOUR_MS)],
  ])("ends after %s", async (_name, lastMs, steps) => {
    const { world, ana } = await opened();
    for (const ms of steps) {
      pass(world, ms);
      expect((await world.panel("GET", "/me", ana)).status).toBe(200);
    }
    pass(world, lastMs);
    expect((await world.panel("GET", "/me", ana)).status).toBe(401);
  });

  it("ends at the next request when it is ended, and when the person leaves the account", async () => {
    const { world, account, ana } = await opened();
    const other = await world.signedIn(account, "member");
    const [session] = await sessionsOf(world.table, ana.user);
    await endSession(world.table, ana.user, session!.id, session!.hmac);
    expect((await world.panel("GET", "/me", ana)).status).toBe(401);
    expect((await world.panel("GET", "/me", other)).status).toBe(200);
    await world.table.write({ delete: keys.accountUser(account, other.user) });
    expect((await world.panel("GET", "/me", other)).status).toBe(401);
  });

  it("is known by its token alone: neither an API key nor a token twice will do", async () => {
    const { world, account, ana } = await opened();
    const { key } = await world.key(account);
    expect((await world.panel("GET", "/me", { key })).status).toBe(401);
    expect((await world.panel("GET", "/me", { cookie: `${ana.cookie}x` })).status).toBe(401);
    const twice = { "x-none": "1" };
    expect((await world.panel("GET", "/me", { headers: twice })).status).toBe(401);
  });

  it("may not be used by the interface for systems", async () => {
    const { world, ana } = await opened();
    const asked = await world.ask("GET", "/v1/instances", { headers: { cookie: `__Host-session=${ana.cookie}` } });
    expect(asked.status).toBe(401);
  });
});

describe("the interface's routes in the panel", () => {
  it("answer a person as they answer a system, and name the person in the log", async () => {
    const { world, account } = await opened();
    const admin = await world.signedIn(account, "admin");
    const made = await world.panel("POST", "/v1/instances", { ...admin, body: { name: "Shop" } });
    expect(made.status).toBe(201);
    const log = await world.panel("GET", "/v1/activity", admin);
    expect(log.body.data).toMatchObject([
      { action: "instance.created", by: "user", user_id: admin.user, key_id: null },
    ]);
  });

  it("refuse a role that may not, with the role that may", async () => {
    const { world, ana } = await opened();
    const { status, body } = await world.panel("POST", "/v1/instances", { ...ana, body: { name: "Shop" } });
    expect({ status, code: body.code }).toEqual({ status: 403, code: "role_not_allowed" });
    expect(body.message).toMatch(/admin/);
  });

  it.each(["/v1/events", "/v1/openapi.json", "/v1/files/x"])("don't have %s", async (path) => {
    const { world, ana } = await opened();
    expect((await world.panel("GET", path, ana)).status).toBe(404);
  });

  it.each([
    ["of another site", { "sec-fetch-site": "cross-site" }],
    ["of a neighbouring host", { "sec-fetch-site": "same-site" }],
    ["with a form's type", { "content-type": "text/plain" }],
    ["without a word of where from", { "sec-fetch-site": undefined as unknown as string }],
    ["of another origin", { "sec-fetch-site": undefined as unknown as string, origin: "https://evil.example" }],
  ])("refuse a change that comes from a page %s", async (_name, headers) => {
    const { world, account } = await opened();
    const admin = await world.signedIn(account, "admin");
    const asked = await world.panel("POST", "/v1/instances", { ...admin, headers, body: { name: "Shop" } });
    expect({ status: asked.status, code: asked.body.code }).toEqual({ status: 400, code: "bad_request" });
    expect((await world.panel("GET", "/v1/instances", admin)).body.data).toEqual([]);
  });
});

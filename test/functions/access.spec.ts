import { beforeAll, describe, expect, it } from "vitest";
import { formatApiKey } from "../../core/domain/accounts/api-key.ts";
import { changeAccount } from "../../core/operations/accounts/change-account.ts";
import { revokeKey } from "../../core/operations/accounts/revoke-key.ts";
import { keys } from "../../core/store/keys.ts";
import { type Answer, type ApiWorld, apiWorld } from "./api-world.ts";

const ANOTHER_ULID = "01JD3X4Y5Z6A7B8C9D0E1F2G3H";

let world: ApiWorld;
let account: string;
let instance: string;
let message: string;
/** Keys by name. They belong to this account unless the name says otherwise. */
let keysByName: Record<string, string>;

beforeAll(async () => {
  world = apiWorld();
  account = await world.account();
  instance = await world.instance(account);
  const otherInstance = await world.instance(account);
  const foreign = await world.account();
  const suspended = await world.account();
  const full = await world.key(account);
  const revoked = await world.key(account);
  await revokeKey(world.table, account, revoked.id, world.clock.now());
  keysByName = {
    wrong: `${full.key.slice(0, -1)}${full.key.endsWith("0") ? "1" : "0"}`,
    "nobody's": formatApiKey(new Uint8Array(24).fill(7)),
    revoked: revoked.key,
    full: full.key,
    send: (await world.key(account, { kind: "send" })).key,
    read: (await world.key(account, { kind: "read" })).key,
    "of this instance": (await world.key(account, { instance_id: instance })).key,
    "of another instance": (await world.key(account, { instance_id: otherInstance })).key,
    "of another account": (await world.key(foreign)).key,
    "of a suspended account": (await world.key(suspended)).key,
    "of a suspended account, from elsewhere": (await world.key(suspended, { allowed_ips: ["192.0.2.1"] })).key,
    "for other addresses": (await world.key(account, { allowed_ips: ["192.0.2.0/24", "2001:db8::/32"] })).key,
    "for this address": (await world.key(account, { allowed_ips: ["192.0.2.1", "198.51.100.0/24"] })).key,
  };
  await changeAccount(world.table, suspended, { status: "suspended" });
  const busy = await world.account();
  const tried = await world.account();
  keysByName["over the rate, read"] = (await world.key(busy, { kind: "read" })).key;
  keysByName["after the trial, read"] = (await world.key(tried, { kind: "read" })).key;
  keysByName["after the trial"] = (await world.key(tried)).key;
  await changeAccount(world.table, tried, { plan: "trial", trial_ends_at: "2026-11-19T00:00:00+00:00" });
  const minute = Math.floor(world.clock.now().getTime() / 60_000);
  await world.table.write({ put: { ...keys.accountRate(busy), minute, previous: 0, current: 600, of_month: 600 } });
  const sent = await world.ask("POST", "/v1/messages", {
    key: full.key,
    body: { instance_id: instance, to: "5511999990001", text: "Hello" },
  });
  message = (sent.body.data as { id: string }).id;
});

function expectError(answer: Answer, status: number, code: string) {
  expect(answer.body).toMatchObject({ code, message: expect.stringMatching(/\w+.*\.$/) });
  expect(answer.status).toBe(status);
  expect(answer.headers["X-Request-Id"]).toBe("gateway-request-1");
}

// This file tests what all routes have in common. walk-routes.spec.ts tries each route with each kind of key.

describe("of several reasons to refuse a request the first is told:", () => {
  const BAD = { method: "POST", path: "/v1/messages", body: "{" };
  const ask = (name: string | null, asked: { method: string; path: string; body?: unknown } = BAD) =>
    world.ask(asked.method, asked.path, {
      ...(name !== null && { key: keysByName[name] ?? "" }),
      ...(asked.body !== undefined && { body: asked.body }),
    });

  it("the path, the method, the key, its address, the account, the rate, the key's kind, the plan, the body", async () => {
    expectError(await ask(null, { ...BAD, path: "/v1/nothing" }), 404, "not_found");
    expectError(await ask(null, { ...BAD, method: "PUT" }), 405, "bad_request");
    expectError(await ask(null), 401, "unauthenticated");
    expectError(await ask("of a suspended account, from elsewhere"), 403, "ip_not_allowed");
    expectError(await ask("of a suspended account"), 403, "account_suspended");
    expectError(await ask("over the rate, read"), 429, "rate_limited");
    expectError(await ask("after the trial, read"), 403, "key_not_allowed");
    expectError(await ask("after the trial"), 403, "plan_limit");
    expectError(await ask("full"), 400, "bad_request");
  });

  it("a key of another instance before the id is looked up", async () => {
    const body = { instance_id: `inst_${ANOTHER_ULID}`, to: "nobody" };
    const asked = { ...BAD, body, path: `/v1/instances/inst_${ANOTHER_ULID}/webhook`, method: "PATCH" };
    expectError(await ask("full", { ...asked, body: { url: null } }), 404, "instance_not_found");
    expectError(await ask("of another instance", asked), 403, "key_not_allowed");
  });
});

describe("messages of others", () => {
  const read = (name: string, id = message) => world.ask("GET", `/v1/messages/${id}`, { key: keysByName[name] ?? "" });
  const list = (name: string) => world.ask("GET", "/v1/messages", { key: keysByName[name] ?? "" });

  it("are not found, as ones that do not exist", async () => {
    const missing = await read("full", `msg_${ANOTHER_ULID}`);
    for (const key of ["of another account", "of another instance"]) {
      const answer = await read(key);
      expectError(answer, 404, "message_not_found");
      expect(answer.text).toBe(missing.text);
    }
    expect((await read("of this instance")).status).toBe(200);
  });

  it("are in no list of another account or another instance", async () => {
    for (const key of ["of another account", "of another instance"]) {
      expect((await list(key)).body.data).toEqual([]);
    }
    expect((await list("of this instance")).body.data).not.toEqual([]);
  });

  it.each(["messages", "events"])("can't be asked for by instance_id in /v1/%s", async (resource) => {
    const path = `/v1/${resource}?instance_id=${instance}`;
    const ask = (name: string) => world.ask("GET", path, { key: keysByName[name] ?? "" });
    expectError(await ask("of another instance"), 403, "key_not_allowed");
    expectError(await ask("of another account"), 404, "instance_not_found");
    expect((await ask("of this instance")).status).toBe(200);
  });
});

describe("an API key", () => {
  it("works from an address of its list, also when that is written as IPv6", async () => {
    const key = keysByName["for this address"] ?? "";
    for (const source of ["198.51.100.9", "::ffff:198.51.100.9", "192.0.2.1"]) {
      expect((await world.ask("GET", "/v1/instances", { key, source })).status).toBe(200);
    }
    expectError(await world.ask("GET", "/v1/instances", { key, source: "::1" }), 403, "ip_not_allowed");
  });

  it("is not helped by a forwarded header", async () => {
    const headers = { "x-forwarded-for": "192.0.2.1", forwarded: "for=192.0.2.1" };
    const key = keysByName["for other addresses"] ?? "";
    expectError(await world.ask("GET", "/v1/instances", { key, headers }), 403, "ip_not_allowed");
  });

  it.each(["Basic {key}", "{key}", "Bearer", "Bearer {key} {key}", "Bearer{key}", ""])(
    'is not read from "Authorization: %s"',
    async (pattern) => {
      const authorization = pattern.replaceAll("{key}", keysByName.full ?? "");
      expectError(await world.ask("GET", "/v1/instances", { headers: { authorization } }), 401, "unauthenticated");
    },
  );

  it("is read whatever the scheme's case, and is never in the table", async () => {
    const authorization = `bearer  ${keysByName.full}`;
    expect((await world.ask("GET", "/v1/instances", { headers: { authorization } })).status).toBe(200);
    const stored = JSON.stringify(await world.table.query({ pk: `ACC#${account}#KEY`, limit: 100 }));
    expect(stored).not.toContain(keysByName.full);
  });

  it("is counted before its scope is judged, and refused keys are not counted", async () => {
    const own = apiWorld();
    const { key } = await own.key(await own.account(), { kind: "read" });

    const refused = await own.ask("POST", "/v1/instances", { key, body: { name: "A" } });
    const missing = await own.ask("GET", "/v1/instances");

    expect(refused).toMatchObject({ status: 403, headers: { "RateLimit-Remaining": "599" } });
    expect(missing.headers).not.toHaveProperty("RateLimit-Limit");
  });

  it("needs none for the API's description", async () => {
    expect((await world.ask("GET", "/v1/openapi.json")).status).toBe(200);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { formatApiKey } from "../../core/domain/api-key.ts";
import { changeAccount } from "../../core/operations/change-account.ts";
import { revokeKey } from "../../core/operations/revoke-key.ts";
import { type Answer, type ApiWorld, apiWorld, everyRoute } from "./api-world.ts";

const ANOTHER_ULID = "01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const keyed = (Object.keys(ROUTES) as RouteId[]).filter((id) => ROUTES[id].scope !== "public");

let world: ApiWorld;
let account: string;
let instance: string;
let message: string;
/** Named keys, of this account unless the name says otherwise. */
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
  const sent = await world.ask("POST", "/v1/messages", {
    key: full.key,
    body: { instance_id: instance, to: "5511999990001", text: "Hello" },
  });
  message = (sent.body.data as { id: string }).id;
});

/** Calls a route in a way that would succeed for a full key, but on ids that `ids` names. */
function call(id: RouteId, key: string | undefined, ids: Partial<{ instance: string; message: string }> = {}) {
  const named = { instance, message, ...ids };
  const { method, path } = everyRoute(named).find((route) => route.id === id) ?? { method: "", path: "" };
  const body = BODIES[id]?.(named.instance);
  return world.ask(method, path, { ...(key !== undefined && { key }), ...(body && { body }) });
}

const BODIES: Partial<Record<RouteId, (instance: string) => Record<string, unknown>>> = {
  "instances.create": () => ({ name: "Another" }),
  "messages.send": (id) => ({ instance_id: id, to: "5511999990001", text: "Hello" }),
  "webhook.update": () => ({ events: null }),
  "messages.change": () => ({ text: "Changed" }),
  "messages.react": () => ({ emoji: "👍" }),
  "messages.forward": () => ({ to: "5511999990002" }),
  "instance_webhook.update": () => ({ url: null }),
};

/** Any key of the whole account reads these; one of an instance does not. */
const OF_THE_ACCOUNT: RouteId[] = ["webhook.get", "webhook.deliveries"];

const UNSENT: RouteId[] = ["messages.delete", "messages.react", "messages.unreact", "messages.mark_read"];

function expectError(answer: Answer, status: number, code: string) {
  expect(answer.body).toMatchObject({ code, message: expect.stringMatching(/\w+.*\.$/) });
  expect(answer.status).toBe(status);
  expect(answer.headers["X-Request-Id"]).toBe("gateway-request-1");
}

describe.each(keyed)("%s", (id) => {
  it("answers 401 without a key, with a wrong, unknown or revoked one", async () => {
    expectError(await call(id, undefined), 401, "unauthenticated");
    for (const name of ["wrong", "revoked", "nobody's"]) {
      expectError(await call(id, keysByName[name]), 401, "unauthenticated");
    }
    expectError(await call(id, "mgw_nothing"), 401, "unauthenticated");
  });

  it("answers 403 from an address outside the key's list, before it looks at the account", async () => {
    expectError(await call(id, keysByName["for other addresses"]), 403, "ip_not_allowed");
    expectError(await call(id, keysByName["of a suspended account, from elsewhere"]), 403, "ip_not_allowed");
  });

  it("answers 403 for a suspended account", async () => {
    expectError(await call(id, keysByName["of a suspended account"]), 403, "account_suspended");
  });

  it("keeps to what each kind of key may do", async () => {
    const { scope } = ROUTES[id];
    const forSend = await call(id, keysByName.send, { instance: `inst_${ANOTHER_ULID}` });
    const forRead = await call(id, keysByName.read, { instance: `inst_${ANOTHER_ULID}` });
    expect([id, forRead.body.code === "key_not_allowed"]).toEqual([id, scope !== "read"]);
    expect([id, forSend.body.code === "key_not_allowed"]).toEqual([id, scope !== "read" && scope !== "send"]);
    if (forRead.body.code === "key_not_allowed") expectError(forRead, 403, "key_not_allowed");
  });

  it("answers no 5xx to a key of one instance, and 403 where the whole account is needed", async () => {
    const answer = await call(id, keysByName["of this instance"], { instance });
    if (id === "instances.qr") return expectError(answer, 503, "unavailable"); // no code yet
    if (ROUTES[id].scope === "account" || OF_THE_ACCOUNT.includes(id))
      return expectError(answer, 403, "key_not_allowed");
    // The message was not sent, or is cancelled by now: there is nothing to react to, to read or to delete.
    if (UNSENT.includes(id)) return expectError(answer, 409, "conflict");
    expect(answer.status).toBeLessThan(300);
  });
});

const onInstance = keyed.filter((id) => ROUTES[id].path.includes("/instances/{id}") || id === "messages.send");

describe.each(onInstance)("%s and other ids", (id) => {
  it("refuses a key of another instance with 403, whether or not the id exists", async () => {
    for (const other of [instance, `inst_${ANOTHER_ULID}`, "nonsense"]) {
      expectError(await call(id, keysByName["of another instance"], { instance: other }), 403, "key_not_allowed");
    }
  });

  it("answers another account's id exactly as an id that does not exist", async () => {
    const foreign = await call(id, keysByName["of another account"]);
    const missing = await call(id, keysByName["of another account"], { instance: `inst_${ANOTHER_ULID}` });
    const nonsense = await call(id, keysByName["of another account"], { instance: "nonsense" });

    expectError(foreign, 404, "instance_not_found");
    expect([missing.status, missing.text]).toEqual([foreign.status, foreign.text]);
    expect([nonsense.status, nonsense.text]).toEqual([foreign.status, foreign.text]);
  });
});

describe("messages of others", () => {
  it("are not found, as ones that do not exist", async () => {
    const missing = await call("messages.get", keysByName.full, { message: `msg_${ANOTHER_ULID}` });
    for (const key of ["of another account", "of another instance"]) {
      const answer = await call("messages.get", keysByName[key]);
      expectError(answer, 404, "message_not_found");
      expect(answer.text).toBe(missing.text);
    }
    expect((await call("messages.get", keysByName["of this instance"])).status).toBe(200);
  });

  it("are in no list of another account or another instance", async () => {
    for (const key of ["of another account", "of another instance"]) {
      expect((await call("messages.list", keysByName[key])).body.data).toEqual([]);
    }
    expect((await call("messages.list", keysByName["of this instance"])).body.data).not.toEqual([]);
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
    expect((await call("openapi.get", undefined)).status).toBe(200);
  });
});

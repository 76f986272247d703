import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { endpointLane } from "../../core/store/lane-names.ts";
import { useDeps } from "../../functions/own-deps.ts";
import { type ApiWorld, apiWorld } from "./api-world.ts";

const URL_A = "https://hooks.example.com/in";
let world: ApiWorld;
let account: string;
let instance: string;
let full: string;
let limited: string;

beforeEach(async () => {
  world = apiWorld();
  account = await world.account();
  instance = await world.instance(account);
  full = (await world.key(account)).key;
  limited = (await world.key(account, { instance_id: instance })).key;
});
afterEach(() => useDeps(null));

const data = (answer: { body: Record<string, unknown> }) => answer.body.data as Record<string, unknown>;
/** Both webhooks accept the same five requests. */
const places = () => ["/v1/webhook", `/v1/instances/${instance}/webhook`];

describe("the five requests", () => {
  it("work alike for the account and for an instance; only the account's shows events", async () => {
    for (const path of places()) {
      const first = await world.ask("PATCH", path, { key: full, body: { url: URL_A } });
      expect(first.status).toBe(200);
      expect(data(first).secret).toMatch(/^whsec_/);

      const read = await world.ask("GET", path, { key: full });
      const shared = ["url", "auth_header", "paused", "paused_reason", "events_kept"];
      expect(Object.keys(data(read)).sort()).toEqual((path === "/v1/webhook" ? [...shared, "events"] : shared).sort());

      const rotated = await world.ask("POST", `${path}/secret`, { key: full });
      expect(rotated.status).toBe(200);
      expect(data(rotated).secret).not.toBe(data(first).secret);
      expect(data(rotated).previous_valid_until).toMatch(/^\d{4}-.*\+00:00$/);

      const tested = await world.ask("POST", `${path}/test`, { key: full });
      expect(tested).toMatchObject({ status: 202, body: { data: { event_id: expect.stringMatching(/^evt_/) } } });

      const tried = await world.ask("POST", `${path}/try`, { key: full });
      expect(tried).toMatchObject({ status: 409, body: { code: "conflict" } });
    }
    expect(world.woken).toContain(endpointLane(account, "account"));
    expect(world.woken).toContain(endpointLane(account, instance));
  });

  it("are the account's to change: a key of one instance reads that instance's webhook and changes none", async () => {
    const [shared = "", own = ""] = places();
    expect((await world.ask("GET", own, { key: limited })).status).toBe(200);
    expect((await world.ask("GET", shared, { key: limited })).status).toBe(403);
    for (const path of [shared, own]) {
      const changes = [
        await world.ask("PATCH", path, { key: limited, body: { url: URL_A } }),
        await world.ask("POST", `${path}/secret`, { key: limited }),
        await world.ask("POST", `${path}/test`, { key: limited }),
        await world.ask("POST", `${path}/try`, { key: limited }),
      ];
      for (const answer of changes) expect(answer).toMatchObject({ status: 403, body: { code: "key_not_allowed" } });
    }
    const deliveries = "/v1/webhook/deliveries";
    expect((await world.ask("GET", deliveries, { key: limited })).status).toBe(403);
    expect((await world.ask("GET", `${deliveries}?instance_id=${instance}`, { key: limited })).status).toBe(200);
  });

  it("know no instance of another account", async () => {
    const foreign = await world.instance(await world.account());
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["POST", "/secret"],
      ["POST", "/test"],
      ["POST", "/try"],
    ] as const) {
      const answer = await world.ask(method, `/v1/instances/${foreign}/webhook${path}`, {
        key: full,
        ...(method === "PATCH" && { body: { url: null } }),
      });
      expect(answer).toMatchObject({ status: 404, body: { code: "instance_not_found" } });
    }
  });
});

describe("POST secret", () => {
  it("a second time within 24 hours is 409; a retry with the same key is 200 without the secret, and says so", async () => {
    await world.ask("PATCH", "/v1/webhook", { key: full, body: { url: URL_A } });
    const headers = { "idempotency-key": "once" };
    const first = await world.ask("POST", "/v1/webhook/secret", { key: full, headers });
    const retry = await world.ask("POST", "/v1/webhook/secret", { key: full, headers });
    const second = await world.ask("POST", "/v1/webhook/secret", { key: full });

    expect(first.headers).not.toHaveProperty("Idempotent-Replayed");
    expect(retry).toMatchObject({ status: 200, headers: { "Idempotent-Replayed": "true" } });
    expect(data(retry)).not.toHaveProperty("secret");
    expect(second).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(Number(second.headers["Retry-After"])).toBeGreaterThan(86_000);
  });

  it("refuses a key that is empty or longer than 255 characters", async () => {
    for (const key of ["", "x".repeat(256)]) {
      const answer = await world.ask("POST", "/v1/webhook/secret", { key: full, headers: { "idempotency-key": key } });
      expect(answer).toMatchObject({ status: 422, body: { errors: { "idempotency-key": [expect.any(String)] } } });
    }
  });
});

describe("POST test", () => {
  it("needs a url, and a minute between two: 429 with the seconds to wait", async () => {
    const early = await world.ask("POST", "/v1/webhook/test", { key: full });
    expect(early).toMatchObject({ status: 409, body: { code: "conflict" } });
    await world.ask("PATCH", "/v1/webhook", { key: full, body: { url: URL_A } });
    await world.ask("POST", "/v1/webhook/test", { key: full });

    const again = await world.ask("POST", "/v1/webhook/test", { key: full });

    expect(again).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(again.headers["Retry-After"])).toBeLessThanOrEqual(60);
  });

  it("makes an event that polling has too", async () => {
    await world.ask("PATCH", "/v1/webhook", { key: full, body: { url: URL_A } });
    const tested = await world.ask("POST", "/v1/webhook/test", { key: full });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 3_000));

    const polled = await world.ask("GET", "/v1/events", { key: full });

    expect(polled.body.data).toMatchObject([
      { id: data(tested).event_id, type: "webhook.test", data: { body: "Test" } },
    ]);
  });
});

describe("the activity log", () => {
  it("has the key and the address of each change", async () => {
    await world.ask("PATCH", "/v1/webhook", { key: full, body: { url: URL_A }, source: "203.0.113.9" });
    await world.ask("POST", "/v1/webhook/secret", { key: full });

    const { items } = await world.table.query({ pk: keys.activity(account, "").pk, limit: 10 });
    expect(items).toMatchObject([
      { action: "webhook.changed", source: "203.0.113.9", key_id: expect.stringMatching(/^key_/) },
      { action: "webhook.secret_replaced", source: "198.51.100.1" },
    ]);
    expect(items.map((item) => item.sk)).toEqual(items.map((item) => item.id).sort());
  });
});

describe("GET deliveries", () => {
  it("pages by a cursor that is bound to the account and its filters, and refuses another", async () => {
    await world.ask("PATCH", "/v1/webhook", { key: full, body: { url: URL_A } });
    for (let n = 0; n < 3; n++) {
      const failed = { event_id: `evt_${n}`, type: "message.received", tries: 10, status: 500, error: "no" };
      const times = { created_at: "2026-11-20T09:30:00+00:00", failed_at: "2026-11-20T09:30:00.000Z", ttl: 4e9 };
      const place = keys.failedDelivery(account, "account", `evt_${n}`);
      await world.table.write({ put: { ...place, ...failed, ...times, instance_id: null } });
    }
    const first = await world.ask("GET", "/v1/webhook/deliveries?status=failed&limit=2", { key: full });
    const link = new URL((first.body.links as { next: string }).next);
    const second = await world.ask("GET", `${link.pathname}${link.search}`, { key: full });
    const other = link.search.replace("failed", "pending");

    expect((first.body.data as { event_id: string }[]).map((one) => one.event_id)).toEqual(["evt_2", "evt_1"]);
    expect(second.body).toMatchObject({ data: [{ event_id: "evt_0", status: "failed" }], links: { next: null } });
    expect((await world.ask("GET", `${link.pathname}${other}`, { key: full })).status).toBe(422);
    expect((await world.ask("GET", "/v1/webhook/deliveries?status=lost", { key: full })).status).toBe(422);
  });

  it("resend of an event that nobody knows is 404", async () => {
    const answer = await world.ask("POST", "/v1/webhook/deliveries/evt_x/resend", { key: full });
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});

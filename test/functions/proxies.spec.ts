import { beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../core/contracts/limits.ts";
import { checkProxy } from "../../core/operations/instances/check-proxy.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import { openProxyUrl } from "../../core/records/proxy.ts";
import { keys } from "../../core/store/keys.ts";
import { testVault } from "../support/test-vault.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "./linked-world.ts";

const URL_1 = "socks5://customer-seven:s3cret-word@proxy.example.com:1080";
const URL_2 = "http://customer-eight:an0ther-word@proxy.example.com:3128";
const SHOWN_1 = { host: "proxy.example.com:1080", last4: "even" };

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = (more = "") => `/v1/instances/${world.instance}${more}`;
const patch = (proxy: unknown) => world.ask("PATCH", path(), { proxy });
const stored = async () => {
  const record = await instanceRecords.read(world.table, world.instance);
  if (!record) throw new Error("The instance is gone.");
  return record;
};
const activities = async () => (await world.table.query({ pk: keys.activity(world.account, "").pk, limit: 20 })).items;

describe("PATCH /v1/instances/{id} with a proxy", () => {
  it("shows host and user's end, stores the url sealed, and restarts the connection", async () => {
    const before = await stored();

    const answer = await patch({ url: URL_1 });

    expect(answer).toMatchObject({ status: 200, body: { data: { proxy: SHOWN_1 } } });
    expect(dataOf(await world.ask("GET", path()))).toMatchObject({ proxy: SHOWN_1 });
    const after = await stored();
    expect(after.restart_seq).toBe(before.restart_seq + 1);
    expect(await openProxyUrl(world.deps.vault, after, after.proxy?.sealed ?? new Uint8Array())).toBe(URL_1);
    expect((await activities()).at(-1)).toMatchObject({ action: "instance.changed", changed: ["proxy"] });
    expect(JSON.stringify([answer, await activities(), after])).not.toMatch(/s3cret-word|customer-seven/);
  });

  it("the same url changes nothing, another one restarts again, and null removes it", async () => {
    await patch({ url: URL_1 });
    const first = await stored();
    expect(await patch({ url: URL_1 })).toMatchObject({ status: 200, body: { data: { proxy: SHOWN_1 } } });
    expect(await stored()).toEqual(first);

    await patch({ url: URL_2 });
    expect(await stored()).toMatchObject({ restart_seq: first.restart_seq + 1, proxy: { last4: "ight" } });
    expect(await patch(null)).toMatchObject({ status: 200, body: { data: { proxy: null } } });
    expect(await stored()).toMatchObject({ restart_seq: first.restart_seq + 2, proxy: null });
    await patch(null);
    expect(await stored()).toMatchObject({ restart_seq: first.restart_seq + 2 });
  });

  it("changes nothing else with a name, and nothing at all with a url that is wrong", async () => {
    await patch({ url: URL_1 });
    await world.ask("PATCH", path(), { name: "Bakery" });
    expect(await stored()).toMatchObject({ name: "Bakery", proxy: SHOWN_1 });

    const answer = await world.ask("PATCH", path(), { name: "Shop", proxy: { url: "socks5://proxy.example.com" } });

    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { "proxy.url": [expect.stringContaining("no port")] } },
    });
    expect(await stored()).toMatchObject({ name: "Bakery", proxy: SHOWN_1 });
  });

  it.each([["proxy.example.com:1080"], [{ url: 1 }], [{}]])("refuses %j as a proxy", async (proxy) => {
    expect(await patch(proxy)).toMatchObject({ status: 422 });
  });

  it("refuses a name that leads to a private address, and accepts one that does not resolve yet", async () => {
    const deps = { vault: testVault(), allowPrivateProxies: false };
    const check = (verdict: "private" | "unresolved") => checkProxy({ ...deps, hostCheck: async () => verdict }, URL_1);
    await expect(check("private")).rejects.toMatchObject({ code: "validation_failed" });
    await expect(check("unresolved")).resolves.toMatchObject({ url: URL_1 });
    const literal = checkProxy({ ...deps, hostCheck: async () => "public" }, "socks5://10.0.0.8:1080");
    await expect(literal).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("POST /v1/instances with a proxy", () => {
  it("adds the number with it; null and leaving it out add none", async () => {
    const add = async (proxy?: unknown) =>
      dataOf(await world.ask("POST", "/v1/instances", { name: "New", ...(proxy !== undefined && { proxy }) }));

    expect(await add({ url: URL_1 })).toMatchObject({ proxy: SHOWN_1 });
    expect(await add(null)).toMatchObject({ proxy: null });
    expect(await add()).toMatchObject({ proxy: null });
  });
});

describe("POST /v1/instances/{id}/proxy/test", () => {
  const test = () => world.ask("POST", path("/proxy/test"));

  it("answers how long it took, or what is wrong, also while the number is not connected", async () => {
    await patch({ url: URL_1 });
    await world.table.write({ update: keys.instance(world.instance), set: { status: "starting" } });
    const ok = await world.withSession(async () => ({ ok: true, result: { ok: true, ms: 84 } }), test);
    expect(ok).toMatchObject({ status: 200, body: { data: { ok: true, ms: 84, error: null, tests_left_today: 49 } } });

    const error = "The proxy rejected the user name or the password. Check both with its operator.";
    const bad = await world.withSession(async () => ({ ok: true, result: { ok: false, error } }), test);
    expect(bad).toMatchObject({ status: 200, body: { data: { ok: false, ms: null, error, tests_left_today: 48 } } });
  });

  it("is refused without a proxy, and after the day's tests until the next day", async () => {
    expect(await test()).toMatchObject({ status: 409, body: { code: "conflict" } });
    await patch({ url: URL_1 });
    const day = world.clock.now().toISOString().slice(0, 10);
    await world.table.write({
      update: keys.proxyTests(world.instance, day),
      set: { used: LIMITS.proxyTestsPerDay },
    });

    const answer = await test();

    expect(answer).toMatchObject({ status: 429, body: { code: "limit_reached" } });
    expect(Number(answer.headers["Retry-After"])).toBeGreaterThan(0);
    expect(world.commands).toEqual([]);
  });
});

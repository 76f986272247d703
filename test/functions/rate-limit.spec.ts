import { describe, expect, it } from "vitest";
import { rateLimiter } from "../../core/operations/accounts/count-request.ts";
import type { MemoryTable } from "../support/memory-table.ts";
import { apiWorld } from "./api-world.ts";

const MINUTE_SEC = 60;

async function newWorld() {
  const world = apiWorld();
  const account = await world.account();
  const { key } = await world.key(account);
  const pass = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));

  /** Sends requests until one of them is refused. @returns the number of requests that passed, and the refusal. */
  async function askUntilRefused(path: string, asKey = key) {
    for (let passed = 0; ; passed++) {
      const answer = await world.ask("GET", path, { key: asKey });
      if (answer.status === 429) return { passed, refused: answer };
      if (passed > 700) throw new Error("The limit never came.");
    }
  }
  return { world, account, key, pass, askUntilRefused };
}

describe("600 requests a minute per account", () => {
  it("pass, the next is refused with 429, rate_limited and Retry-After", async () => {
    const { askUntilRefused } = await newWorld();

    const { passed, refused } = await askUntilRefused("/v1/instances");

    expect(passed).toBe(600);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(refused.headers).toMatchObject({ "RateLimit-Limit": "600", "RateLimit-Remaining": "0" });
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThanOrEqual(1);
    // All requests in the boundary second are counted, so the wait can be one second longer than a minute.
    expect(Number(refused.headers["Retry-After"])).toBeLessThanOrEqual(MINUTE_SEC + 1);
  });

  it("are shared by all keys of the account, not with other accounts", async () => {
    const { world, account, askUntilRefused } = await newWorld();
    await askUntilRefused("/v1/instances");
    const { key: second } = await world.key(account);
    const { key: foreign } = await world.key(await world.account());

    expect((await world.ask("GET", "/v1/instances", { key: second })).status).toBe(429);
    expect((await world.ask("GET", "/v1/instances", { key: foreign })).status).toBe(200);
  });

  it("pass again after Retry-After, and not before: a minute's edge gives nothing", async () => {
    const { world, key, pass, askUntilRefused } = await newWorld();
    const { refused } = await askUntilRefused("/v1/instances");

    pass(Number(refused.headers["Retry-After"]) - 30);
    expect((await world.ask("GET", "/v1/instances", { key })).status).toBe(429);
    pass(30);
    expect((await world.ask("GET", "/v1/instances", { key })).status).toBe(200);
    pass(2 * MINUTE_SEC);
    expect((await askUntilRefused("/v1/instances")).passed).toBe(600);
  });

  it("are at most 600 in any sixty seconds, from processes whose clocks differ, at one write each", async () => {
    const { world } = await newWorld();
    const place = { pk: "ACC#many", sk: "RATE" };
    let writes = 0;
    const memory = world.table as MemoryTable; // an `apiWorld` is built on one
    const table = memory.withHook(({ kind }, phase) => {
      if (phase === "after" && kind === "write") writes++;
    });
    const processes = [0, 40, 90].map((aheadMs) => ({ limiter: rateLimiter(table), aheadMs }));
    const begin = Math.ceil(world.clock.now().getTime() / 60_000) * 60_000;
    const passed: number[] = [];
    let asked = 0;
    for (let ms = 55_000; ms < 190_000; ms += 150) {
      const { limiter, aheadMs } = processes[asked % 3] ?? { limiter: rateLimiter(table), aheadMs: 0 };
      asked++;
      const at = begin + ms + aheadMs;
      const decisions = await Promise.all([0, 1].map(() => limiter.count(place, 600, new Date(at))));
      passed.push(...decisions.filter((one) => one.passes).map(() => at));
    }
    for (const end of passed) {
      expect(passed.filter((at) => at > end - 60_000 && at <= end).length).toBeLessThanOrEqual(600);
    }
    expect(passed.length).toBeGreaterThan(1_200);
    // A process only notices a new minute, or a full one, when a write is refused.
    expect(writes / (2 * asked)).toBeLessThan(1.02);
  });

  it("are counted down in RateLimit headers", async () => {
    const { world, key } = await newWorld();
    const ask = async () => (await world.ask("GET", "/v1/instances", { key })).headers["RateLimit-Remaining"];
    expect([await ask(), await ask(), await ask()]).toEqual(["599", "598", "597"]);
  });

  it("are exact when requests race in two processes", async () => {
    const { world } = await newWorld();
    const place = { pk: "ACC#race", sk: "RATE" };
    const now = world.clock.now();
    const minute = Math.floor(now.getTime() / 60_000);
    await world.table.write({ put: { ...place, minute, previous: 0, current: 590 } });
    const processes = [rateLimiter(world.table), rateLimiter(world.table)];

    const decisions = await Promise.all(
      Array.from({ length: 60 }, (_, i) => processes[i % 2]?.count(place, 600, now) ?? Promise.reject()),
    );

    expect(decisions.filter((one) => one.passes)).toHaveLength(10);
    expect(await world.table.get(place)).toMatchObject({ minute, current: 600 });
  });

  it("move into a new minute once, whoever comes first", async () => {
    const { world } = await newWorld();
    const place = { pk: "ACC#race", sk: "RATE" };
    const limiter = rateLimiter(world.table);
    const now = world.clock.now();
    const next = new Date(now.getTime() + 60_000);
    for (let i = 0; i < 5; i++) await limiter.count(place, 600, now);

    await Promise.all(Array.from({ length: 10 }, () => limiter.count(place, 600, next)));

    expect(await world.table.get(place)).toMatchObject({ previous: 5, current: 10 });
  });
});

describe("60 polls a minute per key", () => {
  it("pass, the next is refused; another key of the account polls on", async () => {
    const { world, account, askUntilRefused } = await newWorld();

    const { passed, refused } = await askUntilRefused("/v1/events");
    const { key: second } = await world.key(account);

    expect(passed).toBe(60);
    expect(refused.headers).toMatchObject({ "RateLimit-Limit": "60", "RateLimit-Remaining": "0" });
    expect(refused.body.code).toBe("rate_limited");
    expect((await world.ask("GET", "/v1/events", { key: second })).status).toBe(200);
    expect((await askUntilRefused("/v1/instances")).passed).toBe(600 - 61);
  });
});

import { describe, expect, it } from "vitest";
import { PLANS, type Plan } from "../../core/contracts/plans.ts";
import { planEnd } from "../../core/domain/accounts/plan-rules.ts";
import { changeAccount } from "../../core/operations/accounts/change-account.ts";
import { createAccount } from "../../core/operations/accounts/create-account.ts";
import { createInstance } from "../../core/operations/instances/create-instance.ts";
import { acceptMessage } from "../../core/operations/messages/accept-message.ts";
import type { SendRequest } from "../../core/operations/messages/plan-acceptance.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";
import type { MemoryTable } from "../support/memory-table.ts";
import { apiWorld } from "./api-world.ts";

const DAY_SEC = 86_400;
const SEND = {
  to: "5511999990001",
  chat_id: null,
  content: { kind: "text" as const, text: "Hello", link_preview: false, mentions: [] },
  idempotency_key: "mortal",
  origin: "api" as const,
  send_at: null,
} satisfies Partial<SendRequest>;
/** Returns the in-memory table beneath an `apiWorld`. */
const memoryOf = (world: { table: Table }) => world.table as MemoryTable;

async function worldOnPlan(plan: Plan) {
  const world = apiWorld();
  const { id: account } = await createAccount(world.deps, { name: "Shop", plan }, world.clock.now());
  const { key } = await world.key(account);
  const instance = await world.instance(account);
  const pass = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));
  const send = (headers: Record<string, string> = {}) =>
    world.ask("POST", "/v1/messages", {
      key,
      headers,
      body: { instance_id: instance, to: "5511999990001", text: "Hello" },
    });
  const add = () => world.ask("POST", "/v1/instances", { key, body: { name: "Another" } });
  const list = () => world.ask("GET", "/v1/instances", { key });
  return { world, account, key, instance, pass, send, add, list };
}

describe("the trial", () => {
  it("lasts seven days; then sends are refused with 403 plan_limit, and reads go on", async () => {
    const { world, key, send, add, list, instance, pass } = await worldOnPlan("trial");
    const first = await send();
    expect(first.status).toBe(202);

    pass(7 * DAY_SEC - 60);
    expect((await send()).status).toBe(202);
    pass(60);

    const refused = await send();
    expect(refused).toMatchObject({ status: 403, body: { code: "plan_limit" } });
    expect(refused.body.message).toMatch(/trial has ended.*Choose a plan/);
    expect((await add()).body.code).toBe("plan_limit");
    expect((await list()).status).toBe(200);
    const { id } = first.body.data as { id: string };
    expect((await world.ask("GET", `/v1/messages/${id}`, { key })).status).toBe(200);
    expect((await world.ask("GET", "/v1/events", { key })).status).toBe(200);
    const forward = { key, body: { to: "5511999990002" } };
    expect((await world.ask("POST", `/v1/messages/${id}/forward`, forward)).body.code).toBe("plan_limit");
    expect((await world.ask("PATCH", `/v1/messages/${id}`, { key, body: { text: "B" } })).body.code).toBe("plan_limit");
    // Messages that are still waiting can be withdrawn, and the account can be tidied up.
    expect((await world.ask("DELETE", `/v1/messages/${id}`, { key })).status).toBe(200);
    expect((await world.ask("POST", `/v1/instances/${instance}/stop`, { key })).status).toBe(202);
  });

  it("is over at once when a plan is chosen, and begins anew when it is set again", async () => {
    const { world, account, send, pass } = await worldOnPlan("trial");
    const setPlan = (plan: Plan) =>
      changeAccount(world.table, account, { plan, trial_ends_at: planEnd(plan, world.clock.now()) });
    pass(8 * DAY_SEC);
    expect((await send()).status).toBe(403);

    await setPlan("starter");
    expect((await send()).status).toBe(202);
    await setPlan("trial");
    pass(6 * DAY_SEC);
    expect((await send()).status).toBe(202);
  });

  it("is not of the other plans, and not of an account stored without an end", async () => {
    const { world, account, send, pass } = await worldOnPlan("starter");
    await world.table.write({ update: keys.account(account), remove: ["trial_ends_at"] });
    pass(400 * DAY_SEC);
    expect((await send()).status).toBe(202);
  });
});

describe("instances of a plan", () => {
  it("gives way to the operator's own number of instances on one machine", async () => {
    const { world, add } = await worldOnPlan("starter");
    expect((await add()).status).toBe(403);
    world.deps.env.INSTANCES_PER_ACCOUNT = 2;
    expect((await add()).status).toBe(201);
    expect((await add()).body).toMatchObject({ code: "plan_limit", message: expect.stringContaining("2 instances") });
  });

  it.each<[Plan, number]>([
    ["trial", 1],
    ["starter", 1],
    ["growth", 5],
    ["scale", 25],
  ])("%s: %i, then 403 plan_limit until one is deleted", async (plan, most) => {
    const { world, key, instance, add } = await worldOnPlan(plan);
    for (let n = 1; n < most; n++) expect((await add()).status).toBe(201);

    const refused = await add();
    expect(refused).toMatchObject({ status: 403, body: { code: "plan_limit" } });
    expect(refused.body.message).toMatch(new RegExp(`includes ${most} instance.*Delete one, or choose a larger plan`));
    expect((await world.ask("DELETE", `/v1/instances/${instance}`, { key })).status).toBe(204);
    expect((await add()).status).toBe(201);
    expect((await add()).status).toBe(403);
  });

  it("are exact when requests race", async () => {
    const { world, account } = await worldOnPlan("growth");
    const request = { account_id: account, name: "Race", external_ref: null, max_instances: PLANS.growth.instances };

    const added = await Promise.allSettled(
      Array.from({ length: 6 }, () => createInstance({ ...world.deps, shardCount: 4 }, request, world.clock.now())),
    );

    // There is room for four more instances. A request that lost every race is refused and may be retried.
    const { items } = await world.table.query({ pk: keys.accountInstance(account, "").pk, limit: 10 });
    expect(items.length - 1).toBe(added.filter((one) => one.status === "fulfilled").length);
    expect(items.length).toBeLessThanOrEqual(PLANS.growth.instances);
    for (const one of added) {
      if (one.status === "rejected") expect(["plan_limit", "unavailable"]).toContain(one.reason.code);
    }
  });
});

describe("messages of a day", () => {
  it("are 100 on trial; the next gets 429 plan_limit until the next day (UTC), a retry its first message", async () => {
    const { world, account, key, pass, send } = await worldOnPlan("trial");
    const first = await send({ "idempotency-key": "one" });
    const { day } = { day: world.clock.now().toISOString().slice(0, 10) };
    expect(await world.table.get(keys.sentMessages(account, day))).toMatchObject({ messages: 1 });
    await world.table.write({ update: keys.sentMessages(account, day), set: { messages: 99 } });
    expect((await send()).status).toBe(202);

    const refused = await send();
    expect(refused).toMatchObject({ status: 429, body: { code: "plan_limit" } });
    expect(Number(refused.headers["Retry-After"])).toBe(14.5 * 3600 - 5);
    expect(await send({ "idempotency-key": "one" })).toMatchObject({ status: 200, body: first.body });
    const messages = await world.ask("GET", "/v1/messages", { key });
    expect(messages.body.data).toHaveLength(2);

    pass(Number(refused.headers["Retry-After"]));
    expect((await send()).status).toBe(202);
  });

  it("are exactly 100 however many race, and a key's message is counted once", async () => {
    const { world, account, send } = await worldOnPlan("trial");
    const day = keys.sentMessages(account, world.clock.now().toISOString().slice(0, 10));
    const sends = [...Array(130).keys()].map((n) => send(n < 40 ? { "idempotency-key": "same" } : {}));
    const statuses = (await Promise.all(sends)).map(({ status }) => status);

    const same = new Set(statuses.slice(0, 40));
    expect(same.has(429)).toBe(false);
    expect(statuses.filter((status) => status === 202)).toHaveLength(91);
    expect(await world.table.get(day)).toMatchObject({ messages: 91 });
    const more = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(more.filter(({ status }) => status === 202)).toHaveLength(9);
  });

  it("lose at most one when a request dies between count and message, and none when it is repeated with its key", async () => {
    const { world, account, key, send, instance } = await worldOnPlan("trial");
    const day = keys.sentMessages(account, world.clock.now().toISOString().slice(0, 10));
    const dying = memoryOf(world).withHook(({ kind }, phase) => {
      if (kind === "transact" && phase === "before") throw new Error("The process died.");
    });
    const found = (await world.table.get(keys.instance(instance))) as unknown as InstanceRecord; // an instance's row
    const request = { ...SEND, caller_account: account, instance: found, messages_per_day: 100 };
    for (let death = 0; death < 3; death++) {
      await expect(acceptMessage({ ...world.deps, table: dying }, request)).rejects.toThrow("The process died.");
    }
    expect(await world.table.get(day)).toMatchObject({ messages: 1 });

    expect((await send({ "idempotency-key": "mortal" })).status).toBe(202);
    expect(await world.table.get(day)).toMatchObject({ messages: 1 });
    expect((await world.ask("GET", "/v1/messages", { key })).body.data).toHaveLength(1);
  });

  it("are given back by a message that could not be accepted in the end", async () => {
    const { world, account, instance } = await worldOnPlan("trial");
    const found = (await world.table.get(keys.instance(instance))) as unknown as InstanceRecord; // an instance's row
    const moving = memoryOf(world).withHook(async ({ kind }, phase) => {
      if (kind !== "transact" || phase !== "before") return;
      // The person writes again each time, so the data that was loaded about them is stale.
      const place = keys.person(instance, SEND.to);
      await world.table.write({ update: place, set: { last_in_at: `1999-01-01T00:00:${moves++}Z` } });
    });
    let moves = 10;
    const request = { ...SEND, caller_account: account, instance: found, messages_per_day: 100, idempotency_key: null };
    await expect(acceptMessage({ ...world.deps, table: moving }, request)).rejects.toMatchObject({
      code: "unavailable",
    });
    const day = keys.sentMessages(account, world.clock.now().toISOString().slice(0, 10));
    expect(await world.table.get(day)).toMatchObject({ messages: 0 });
  });

  it("are not counted on plans without that limit", async () => {
    const { world, account, send } = await worldOnPlan("scale");
    await send();
    expect(await world.table.get(keys.sentMessages(account, "2026-11-20"))).toBeNull();
  });

  it("count accepted messages only", async () => {
    const { world, account, key, instance } = await worldOnPlan("trial");
    const body = { instance_id: instance, to: "nobody", text: "Hello" };
    expect((await world.ask("POST", "/v1/messages", { key, body })).status).toBe(422);
    expect(await world.table.get(keys.sentMessages(account, "2026-11-20"))).toBeNull();
  });
});

describe("requests of a month", () => {
  it("are counted, polls too; beyond the plan's number they get 429 plan_limit until the next month (UTC)", async () => {
    const { world, account, key, pass, list } = await worldOnPlan("trial");
    await list();
    await world.ask("GET", "/v1/events", { key });
    await world.ask("GET", "/v1/instances");
    expect(await world.table.get(keys.accountRate(account))).toMatchObject({ month: "2026-11", of_month: 2 });

    await world.table.write({ update: keys.accountRate(account), set: { of_month: 4_999 } });
    expect((await list()).status).toBe(200);
    const refused = await list();
    expect(refused).toMatchObject({ status: 429, body: { code: "plan_limit" } });
    expect(refused.body.message).toMatch(/5000 requests for this month.*larger plan.*Retry-After/);
    const leftSec = (Date.parse("2026-12-01T00:00:00Z") - world.clock.now().getTime()) / 1000;
    expect(Math.abs(Number(refused.headers["Retry-After"]) - leftSec)).toBeLessThan(60);
    pass(3600);
    expect((await list()).body.code).toBe("plan_limit");

    pass(Number(refused.headers["Retry-After"]));
    expect((await list()).status).toBe(200);
    expect(await world.table.get(keys.accountRate(account))).toMatchObject({ month: "2026-12", of_month: 1 });
  });

  it("go on counting over the minutes, and are judged by the plan of now", async () => {
    const { world, account, pass, list } = await worldOnPlan("trial");
    for (let n = 0; n < 3; n++) {
      await list();
      pass(90);
    }
    expect(await world.table.get(keys.accountRate(account))).toMatchObject({ of_month: 3 });
    await world.table.write({ update: keys.accountRate(account), set: { of_month: 5_000 } });
    expect((await list()).status).toBe(429);
    await changeAccount(world.table, account, { plan: "starter" });
    expect((await list()).status).toBe(200);
  });
});

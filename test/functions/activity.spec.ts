import { beforeEach, describe, expect, it } from "vitest";
import { ACTIVITY_OF_ROUTE } from "../../core/contracts/activity.ts";
import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { keys } from "../../core/store/keys.ts";
import { type ApiWorld, apiWorld } from "./api-world.ts";

const SOURCE = "203.0.113.9";

let world: ApiWorld;
let account: string;
let key: { id: string; key: string };
let instance: string;

beforeEach(async () => {
  world = apiWorld();
  account = await world.account();
  key = await world.key(account);
  instance = await world.instance(account);
});

const ask = (method: string, path: string, body?: unknown, as = key.key) =>
  world.ask(method, path, { key: as, source: SOURCE, ...(body !== undefined && { body }) });
const pass = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));
const lines = async (query = "", as = key.key) => {
  const answer = await ask("GET", `/v1/activity${query}`, undefined, as);
  expect(answer.status).toBe(200);
  return answer.body.data as Record<string, unknown>[];
};

describe("every changing request", () => {
  it("of the route table says what it is written down as", () => {
    const changing = (Object.keys(ROUTES) as RouteId[]).filter((id) => ROUTES[id].method !== "GET");
    expect(Object.keys(ACTIVITY_OF_ROUTE).sort()).toEqual(changing.sort());
  });

  it("to an instance leaves a line with the key, the address and the time", async () => {
    const at = (id: string) => `/v1/instances/${id}`;
    const { body } = await ask("POST", "/v1/instances", { name: "New" });
    const { id } = body.data as { id: string };
    await ask("PATCH", at(id), { name: "Newer", unknown_field: 1 });
    for (const change of ["stop", "start", "restart", "logout"]) await ask("POST", `${at(id)}/${change}`);
    await ask("DELETE", at(id));

    const written = await lines();
    expect(written.map((one) => one.action)).toEqual([
      "instance.deleted",
      "instance.logged_out",
      "instance.restarted",
      "instance.started",
      "instance.stopped",
      "instance.changed",
      "instance.created",
    ]);
    for (const line of written) {
      expect(line).toMatchObject({ by: "key", key_id: key.id, source: SOURCE, instance_id: id, subject: null });
      expect(line.created_at).toMatch(/^2026-11-20T09:30:\d\d\+00:00$/);
    }
    expect(written[5]).toMatchObject({ changed: ["name"] });
    expect(JSON.stringify(written)).not.toMatch(/Newer|unknown_field/);
  });

  it("to a webhook leaves one, of the account's or the instance's", async () => {
    const url = "http://127.0.0.1:8099/hook";
    await ask("PATCH", "/v1/webhook", { url });
    await ask("POST", "/v1/webhook/secret");
    await ask("POST", "/v1/webhook/test");
    await ask("PATCH", `/v1/instances/${instance}/webhook`, { url });
    await ask("POST", `/v1/instances/${instance}/webhook/test`);

    expect(await lines()).toMatchObject([
      { action: "webhook.tested", instance_id: instance },
      { action: "webhook.changed", instance_id: instance, changed: ["url"] },
      { action: "webhook.tested", instance_id: null },
      { action: "webhook.secret_replaced", instance_id: null },
      { action: "webhook.changed", instance_id: null },
    ]);
  });

  it("to a message leaves one with its id; sends are in the message list instead", async () => {
    const sent = await ask("POST", "/v1/messages", { instance_id: instance, to: "5511999990001", text: "Hello" });
    const { id } = sent.body.data as { id: string };
    await ask("PATCH", `/v1/messages/${id}`, { text: "Hello again" });
    await ask("DELETE", `/v1/messages/${id}`);

    expect(await lines()).toMatchObject([
      { action: "message.deleted", subject: id, instance_id: instance },
      { action: "message.changed", subject: id, instance_id: instance, changed: ["text"] },
    ]);
    expect(JSON.stringify(await lines())).not.toContain("Hello");
  });

  it("that is refused leaves none", async () => {
    await ask("POST", "/v1/instances", { name: "" });
    await ask("POST", "/v1/instances/inst_nobody/stop");
    await ask("DELETE", `/v1/instances/${instance}`, undefined, (await world.key(account, { kind: "read" })).key);
    expect(await lines()).toEqual([]);
  });
});

describe("GET /v1/activity", () => {
  it("is for full keys; a key of one instance sees that instance's lines only", async () => {
    const other = await world.instance(account);
    await ask("POST", `/v1/instances/${instance}/stop`);
    await ask("POST", `/v1/instances/${other}/stop`);
    const limited = await world.key(account, { instance_id: instance });

    for (const kind of ["send", "read"] as const) {
      const refused = await ask("GET", "/v1/activity", undefined, (await world.key(account, { kind })).key);
      expect(refused).toMatchObject({ status: 403, body: { code: "key_not_allowed" } });
    }
    expect(await lines("", limited.key)).toMatchObject([{ instance_id: instance }]);
    const foreign = await ask("GET", `/v1/activity?instance_id=${other}`, undefined, limited.key);
    expect(foreign.body.code).toBe("key_not_allowed");
    const otherAccount = await world.key(await world.account());
    expect(await lines("", otherAccount.key)).toEqual([]);
  });

  it("filters by action, instance and key", async () => {
    const second = await world.key(account);
    await ask("POST", `/v1/instances/${instance}/stop`);
    await ask("POST", `/v1/instances/${instance}/start`, undefined, second.key);
    await ask("POST", "/v1/instances", { name: "Other" });

    expect(await lines("?action=instance.stopped")).toMatchObject([{ action: "instance.stopped" }]);
    expect(await lines(`?key_id=${second.id}`)).toMatchObject([{ action: "instance.started", key_id: second.id }]);
    expect(await lines(`?instance_id=${instance}`)).toHaveLength(2);
    for (const query of ["?action=nothing", "?limit=0", "?limit=101", "?cursor=x"]) {
      expect((await ask("GET", `/v1/activity${query}`)).body.code).toBe("validation_failed");
    }
    expect((await ask("GET", "/v1/activity?instance_id=inst_nobody")).body.code).toBe("instance_not_found");
  });

  it("pages newest first by a cursor that is bound to the account and the filters", async () => {
    for (let n = 0; n < 5; n++) await ask("POST", `/v1/instances/${instance}/${n % 2 ? "start" : "stop"}`);
    const all = await lines();
    const found: unknown[] = [];
    let path: string | null = "/v1/activity?limit=2";
    for (let page = 0; path !== null && page < 10; page++) {
      const { body } = await ask("GET", path);
      found.push(...(body.data as unknown[]));
      const { next } = body.links as { next: string | null };
      path = next && `${new URL(next).pathname}${new URL(next).search}`;
    }
    expect(found).toEqual(all);
    expect(all).toHaveLength(5);

    const first = await ask("GET", "/v1/activity?limit=2&action=instance.stopped");
    const { next_cursor: cursor } = first.body.meta as { next_cursor: string };
    expect((await ask("GET", `/v1/activity?cursor=${cursor}`)).status).toBe(422);
    const { body } = await ask("GET", `/v1/activity?action=instance.stopped&cursor=${cursor}`);
    expect(body).toMatchObject({ data: [{ action: "instance.stopped" }], links: { next: null } });
  });

  it("has a line for 30 days, and no longer", async () => {
    await ask("POST", `/v1/instances/${instance}/stop`);
    pass(30 * 86_400 - 60);
    expect(await lines()).toHaveLength(1);
    pass(60);
    expect(await lines()).toEqual([]);
    const { items } = await world.table.query({ pk: keys.activity(account, "").pk, limit: 10 });
    expect(items).toHaveLength(1);
  });

  it("a change stands when its line can't be written, and the log says so", async () => {
    const { write } = world.table;
    const logged: string[] = [];
    world.deps.log = { ...world.deps.log, error: (_fields, message) => void logged.push(message) };
    world.table.write = (one) =>
      "put" in one && one.put.pk.endsWith("#ACT") ? Promise.reject(new Error("down")) : write.call(world.table, one);

    expect((await ask("POST", `/v1/instances/${instance}/stop`)).status).toBe(202);
    expect(logged).toEqual(["A change was made, but it could not be recorded in the activity log."]);
  });
});

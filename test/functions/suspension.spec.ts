import { describe, expect, it } from "vitest";
import { requestInstanceChange } from "../../core/operations/access/request-instance-change.ts";
import { resumeAccount, suspendAccount } from "../../core/operations/accounts/suspend-account.ts";
import { createInstance } from "../../core/operations/instances/create-instance.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { apiWorld } from "./api-world.ts";

async function newWorld() {
  const world = apiWorld();
  const account = await world.account();
  const { key } = await world.key(account);
  const running = await world.instance(account);
  const stopped = await world.instance(account);
  const ask = (method: string, path: string, body?: unknown) =>
    world.ask(method, path, { key, ...(body !== undefined && { body }) });
  await ask("POST", `/v1/instances/${stopped}/stop`);
  const wanted = async () => [
    (await world.table.get(keys.instance(running)))?.wanted,
    (await world.table.get(keys.instance(stopped)))?.wanted,
  ];
  return { world, account, running, stopped, ask, wanted };
}

describe("a suspended account", () => {
  it("is refused at once, and its instances are told to go offline", async () => {
    const { world, account, running, ask, wanted } = await newWorld();
    world.woken.length = 0;

    expect(await suspendAccount(world.deps, account, "operator")).toBe(true);

    expect(await ask("GET", "/v1/instances")).toMatchObject({ status: 403, body: { code: "account_suspended" } });
    expect(await wanted()).toEqual(["off", "off"]);
    expect(world.woken).toContain(instanceLane(running));
  });

  it("has its instances as they were when it is resumed: a stopped one stays stopped", async () => {
    const { world, account, ask, wanted } = await newWorld();
    await suspendAccount(world.deps, account, "operator");

    expect(await resumeAccount(world.deps, account, "operator")).toBe(true);

    expect((await ask("GET", "/v1/instances")).status).toBe(200);
    expect(await wanted()).toEqual(["on", "off"]);
  });

  it("keeps what was wanted before when it is suspended twice, and a second resume changes nothing", async () => {
    const { world, account, running, ask, wanted } = await newWorld();
    await suspendAccount(world.deps, account, "operator");
    await suspendAccount(world.deps, account, "operator");
    await resumeAccount(world.deps, account, "operator");
    expect(await wanted()).toEqual(["on", "off"]);

    await ask("POST", `/v1/instances/${running}/stop`);
    await resumeAccount(world.deps, account, "operator");
    expect(await wanted()).toEqual(["off", "off"]);
  });

  it("stays offline when a start that was let in before the suspension comes through after it", async () => {
    const { world, account, stopped, ask, wanted } = await newWorld();
    const seen = instanceRecords.of((await world.table.get(keys.instance(stopped))) ?? { pk: "", sk: "" });
    await suspendAccount(world.deps, account, "operator");

    for (const change of ["start", "restart", "logout"] as const)
      await expect(requestInstanceChange(world.deps, seen, change)).rejects.toMatchObject({
        code: "account_suspended",
      });

    expect(await wanted()).toEqual(["off", "off"]);
    await resumeAccount(world.deps, account, "operator");
    expect((await ask("POST", `/v1/instances/${stopped}/start`)).status).toBe(202);
  });

  it("gets no instance by a request that was let in before the suspension and comes through after it", async () => {
    const { world, account, ask, wanted } = await newWorld();
    const { table } = world;
    const transact = table.transact.bind(table);
    let isSuspended = false;
    table.transact = async (writes, options) => {
      if (!isSuspended && writes.some((write) => "put" in write && write.put.wanted === "on")) {
        isSuspended = true;
        await suspendAccount(world.deps, account, "operator");
      }
      return transact(writes, options);
    };

    const late = await ask("POST", "/v1/instances", { name: "Late" });

    expect(isSuspended).toBe(true);
    expect(late).toMatchObject({ status: 403, body: { code: "account_suspended" } });
    const request = { account_id: account, name: "Without a plan's limit", external_ref: null };
    await expect(createInstance({ ...world.deps, shardCount: 4 }, request, world.clock.now())).rejects.toMatchObject({
      code: "account_suspended",
    });
    const { items } = await table.query({ pk: keys.accountInstance(account, "").pk, limit: 10 });
    expect(items).toHaveLength(2);
    expect(await wanted()).toEqual(["off", "off"]);
    await resumeAccount(world.deps, account, "operator");
    expect((await ask("POST", "/v1/instances", { name: "Later" })).status).toBe(201);
  });

  it("goes offline also where a start comes through at the very same moment", async () => {
    const { world, account, stopped, wanted } = await newWorld();
    const { table } = world;
    const transact = table.transact.bind(table);
    let isStarted = false;
    table.transact = async (writes, options) => {
      const isStop = writes.some((write) => "set" in write && write.set?.wanted_before === "off");
      if (isStop && !isStarted) {
        isStarted = true;
        await table.write({ update: keys.instance(stopped), set: { wanted: "on" } });
      }
      return transact(writes, options);
    };

    await suspendAccount(world.deps, account, "operator");

    expect(isStarted).toBe(true);
    expect(await wanted()).toEqual(["off", "off"]);
    await resumeAccount(world.deps, account, "operator");
    expect(await wanted()).toEqual(["on", "on"]);
  });

  it("keeps its messages waiting", async () => {
    const { world, account, running, ask } = await newWorld();
    const sent = await ask("POST", "/v1/messages", { instance_id: running, to: "5511999990001", text: "Hello" });
    await suspendAccount(world.deps, account, "operator");
    await resumeAccount(world.deps, account, "operator");

    const { id } = sent.body.data as { id: string };
    expect((await ask("GET", `/v1/messages/${id}`)).body.data).toMatchObject({ status: "queued" });
  });

  it("is no other: an unknown id is told", async () => {
    const { world } = await newWorld();
    expect(await suspendAccount(world.deps, "acc_nobody", "operator")).toBe(false);
    expect(await resumeAccount(world.deps, "acc_nobody", "operator")).toBe(false);
  });
});

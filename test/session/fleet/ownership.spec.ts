import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { puts, startPuppet } from "../support/puppet.ts";
import { SessionWorld } from "../support/session-world.ts";

const fenceOf = (world: SessionWorld, instance: string) => Number(world.table.peek(keys.receiving(instance))?.fence);

/** Waits for longer than a check of the shards takes in these tests. */
const severalLooks = () => new Promise((resolve) => setTimeout(resolve, 400));

describe("the owner of a shard", () => {
  let world: SessionWorld;
  beforeEach(async () => {
    world = await SessionWorld.create();
  });
  afterEach(() => world.tearDown());

  it("shares evenly with a task that joins, and hands its sessions over", async () => {
    const first = await world.startTask("task-1");
    expect(first.shards).toEqual([0, 1]);
    const instance = await world.addInstance();
    await world.link(instance, OLGA);

    const second = await world.startTask("task-2");
    await eventually("an even share", () => first.shards.length === 1 && second.shards.length === 1);

    const sessions = () =>
      [...first.sessions, ...second.sessions].filter(({ instance_id }) => instance_id === instance);
    await eventually("its session", () => sessions().some((session) => session.isOpen()));
    expect(sessions()).toHaveLength(1);
    const id = await world.send(instance, ANA, "Whoever sends it");
    await eventually("delivery", () => world.message(id).status === "delivered");
  });

  it("leaves shards alone while its memory is nearly full, and takes them when there is room", async () => {
    let hasRoom = false;
    const full = await world.startTask("task-1", { hasRoom: () => hasRoom });
    await severalLooks();
    expect(full.shards).toEqual([]);

    hasRoom = true;
    await eventually("its shards", () => full.shards.length === 2);
  });

  it("hands everything over at SIGTERM at once, without logging out", async () => {
    const first = await world.startTask("task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const second = await startPuppet(world, "task-2");

    await first.stop();
    await eventually("the other task to have all", () => second.task.shards.length === 2, 3_000);

    const id = await world.send(instance, ANA, "Handed over");
    await eventually("delivery", () => world.message(id).status === "delivered");
    expect((await world.stage.sandbox.phone(OLGA)).linked_devices).toHaveLength(1);
  });

  it("is replaced only after its heartbeat stood still for 12 s, and can't write any more then", async () => {
    const first = await startPuppet(world, "task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const before = fenceOf(world, instance);
    first.freeze();
    const second = await startPuppet(world, "task-2");
    await severalLooks();

    second.passMs(11_000);
    await severalLooks();
    expect(second.task.shards).toEqual([]);

    second.passMs(2_000);
    await eventually("the take-over", () => second.task.shards.length === 2);
    await eventually("its session", () => second.task.sessions.some((session) => session.isOpen()));
    expect(fenceOf(world, instance)).toBe(before + 1);

    // The old task resumes, assumes that its lease is still valid, and finds out that it isn't.
    first.thaw();
    await eventually("the old task to have lost its shards", () => first.task.shards.length < 2);
    const id = await world.send(instance, ANA, "By the new owner");
    await eventually("delivery", () => world.message(id).status === "delivered");
    expect(fenceOf(world, instance)).toBeGreaterThan(before);
  });

  it("stops by itself 8 s after the start of its last heartbeat", async () => {
    const first = await startPuppet(world, "task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const [session] = first.task.sessions;
    first.freeze();

    first.passMs(7_000);
    expect(session?.mayAct()).toBe(true);
    first.passMs(1_001);
    expect(session?.mayAct()).toBe(false);
    await eventually("its sessions to be closed", () => session?.isOpen() === false && first.task.shards.length === 0);
    first.thaw();
  });

  it("takes its shards back at once when it is started again under its id", async () => {
    const first = await startPuppet(world, "task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const before = fenceOf(world, instance);
    first.freeze();

    const again = await world.startTask("task-1");
    expect(again.shards).toEqual([0, 1]);
    await eventually("its session", () => again.sessions.some((session) => session.isOpen()));
    expect(fenceOf(world, instance)).toBe(before + 1);
    first.thaw();
    await eventually("the process before it to stop", () => first.task.shards.length === 0);

    const id = await world.send(instance, ANA, "As before");
    await eventually("delivery", () => world.message(id).status === "delivered");
  });

  it("stores what a killed owner had received but not stored, once", async () => {
    const first = await startPuppet(world, "task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const storesMessage = (operation: TableOperation) =>
      operation.kind === "transact" &&
      operation.writes.some((write) => "put" in write && write.put.sk.startsWith("msg_"));
    first.freeze(storesMessage);
    const written = await world.stage.sandbox.write(ANA, { to: OLGA, text: "Told you so" });
    await eventually("the receipt", async () => {
      const seen = (await world.stage.sandbox.messages(ANA)).find(({ id }) => id === written.id);
      return seen?.status === "delivered";
    });
    expect(world.messages()).toEqual([]);
    first.freeze();

    const again = await world.startTask("task-1");
    await eventually("the message", () => world.messages().length > 0);
    expect(world.messages()).toMatchObject([{ body: "Told you so", phone: ANA, contact_name: "Ana" }]);
    expect(
      world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("journal#")),
    ).toEqual([]);
    first.thaw();
    await eventually("the session", () => again.sessions.some((session) => session.isOpen()));
    expect(world.messages()).toHaveLength(1);
    expect(world.events("message.received")).toHaveLength(1);
  });

  it("repeats a send that its predecessor had begun, with the same id, so that the person sees it once", async () => {
    const first = await startPuppet(world, "task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const recordsSent = (operation: TableOperation) =>
      operation.kind === "transact" &&
      operation.writes.some((write) => "update" in write && write.set?.status === "sent");
    first.freeze(recordsSent);
    const id = await world.send(instance, ANA, "Only once");
    await eventually("the message at the person", async () =>
      (await world.stage.sandbox.messages(ANA)).some(({ text }) => text === "Only once"),
    );
    first.freeze();

    await world.startTask("task-1");
    await eventually("the end of the send", () => ["sent", "delivered"].includes(world.message(id).status));
    first.thaw();
    const seen = await world.stage.sandbox.messages(ANA);
    expect(seen.filter(({ text }) => text === "Only once")).toHaveLength(1);
  });

  it("repeats a send whose ratchet step was not kept, and both sides go on understanding each other", async () => {
    const first = await startPuppet(world, "task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const before = await world.send(instance, ANA, "Before the death");
    await eventually("delivery", () => world.message(before).status === "delivered");
    const keepsRatchet = (operation: TableOperation) =>
      "writes" in operation && operation.writes.some((write) => "put" in write && write.put.sk.startsWith("session#"));
    first.freeze(keepsRatchet);
    const id = await world.send(instance, ANA, "Between frame and commit");
    await eventually("the frame at the person", async () =>
      (await world.stage.sandbox.messages(ANA)).some(({ text }) => text === "Between frame and commit"),
    );
    first.freeze();

    await world.startTask("task-1");
    await eventually("the end of the send", () => ["sent", "delivered"].includes(world.message(id).status));
    first.thaw();
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "I read you" });
    await eventually("the answer", () => world.messages().some(({ body }) => body === "I read you"));
    const after = await world.send(instance, ANA, "And I you");
    await eventually("delivery", () => world.message(after).status === "delivered");

    const seen = (await world.stage.sandbox.messages(ANA)).map(({ text }) => text);
    expect(seen.filter((text) => text === "Between frame and commit")).toHaveLength(1);
    expect(seen).toContain("And I you");
  });

  it("is not counted any more from the moment it stops: what it gives back is taken while the rest still drains", async () => {
    const first = await startPuppet(world, "task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const { shard } = world.instance(instance);
    // The task's session can't finish, because it can't store an incoming message.
    first.freeze(puts("msg_"));
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Held up" });
    await eventually("the message to be held up", () => first.frozen() > 0);
    const stopping = first.task.stop();
    await eventually("the others to know", () => world.table.peek(keys.task("task-1"))?.retiring === true);

    const second = await world.startTask("task-2");
    await eventually("the other shard to be taken", () => second.shards.length === 1);
    await severalLooks();
    expect(first.task.shards).toEqual([shard]);
    first.thaw();
    await stopping;
    await eventually("all of them at the other task", () => second.shards.length === 2);
    expect(world.table.peek(keys.task("task-1"))).toBeNull();
    await eventually("what was held up", () => world.messages().some(({ body }) => body === "Held up"));
  });

  it("takes a shard over although its instances can't be read at first", async () => {
    const first = await world.startTask("task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    await first.stop();
    let refusals = 0;
    const table = world.table.withHook((operation, phase) => {
      const isList = operation.kind === "query" && String(operation.range.pk).endsWith("#INST");
      if (phase !== "before" || !isList || ++refusals > 3) return;
      throw new Error("The table is too busy.");
    });
    const second = await world.startTask("task-2", { table });
    await eventually("its session", () => second.sessions.some((session) => session.isOpen()));
    expect(refusals).toBeGreaterThan(3);
  });

  it("opens no connection when its lease ran out while it waited for its turn to connect", async () => {
    const turn = Promise.withResolvers<void>();
    const turns: string[] = [];
    const first = await world.startTask("task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    await first.stop();
    let aheadMs = 0;
    const table = world.table.withHook((operation, phase) => {
      const beats =
        operation.kind === "write" && operation.writes.some((one) => "update" in one && one.update.pk === "TASKS");
      if (aheadMs > 0 && beats && phase === "before") throw new Error("The table is too busy.");
    });
    const second = await world.startTask("task-2", {
      table,
      monotonicMs: () => performance.now() + aheadMs,
      waitToConnect: (signal) => {
        turns.push("asked");
        return Promise.race([
          turn.promise,
          new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
        ]);
      },
    });
    await eventually("it to wait for its turn", () => turns.length > 0);
    const [session] = second.sessions;
    const before = await world.connections();
    aheadMs += 60_000;
    turn.resolve();
    await eventually("the session to end", () => session?.mayAct() === false);
    await severalLooks();
    expect(session?.isOpen()).toBe(false);
    expect(await world.connections()).toBe(before);
  });
});

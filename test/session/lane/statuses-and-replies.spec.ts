import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { type Puppet, startPuppet } from "../support/puppet.ts";
import { SessionWorld } from "../support/session-world.ts";
import { MONA, statusesOf } from "../support/status-world.ts";

const HOUR_MS = 3_600_000;
const CROWD = Array.from({ length: 500 }, (_, n) => String(15_570_000_000 + n));

describe("a status for 500 people", () => {
  let world: SessionWorld;
  let statuses: ReturnType<typeof statusesOf>;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create();
    statuses = statusesOf(world);
    await world.startTask();
    instance = await statuses.link();
    await world.stage.sandbox.newGroup({ subject: "Crowd", owner: ANA, participants: [], crowd: CROWD.length });
    await world.stage.sandbox.write(ANA, { to: MONA, text: "Hello" });
    await eventually("her message", () => world.messages().length === 1);
  });
  afterAll(() => world.tearDown());

  it("delays no reply, and goes when none waits", async () => {
    const status = await statuses.post(instance, { recipients: [ANA, ...CROWD.slice(1)] });
    let sentMeanwhile = 0;
    for (let n = 0; n < 30 && statuses.message(status).step !== "done"; n++) {
      const reply = await world.send(instance, ANA, `Reply ${n}`);
      await eventually("the reply", () => world.message(reply).sent_at !== null);
      if (statuses.message(status).step !== "done") sentMeanwhile++;
    }

    expect((await statuses.ended(status)).status).toBe("sent");
    expect(statuses.list(instance, status).listed).toHaveLength(501);
    expect((await statuses.shownTo(ANA)).map(({ text }) => text)).toEqual(["Open today"]);
    expect(sentMeanwhile).toBeGreaterThan(1);
  });

  it("notes nowhere who has the key of the room", () => {
    const noted = world.table.all().filter(({ sk }) => sk.includes("sender-key-memory") && sk.includes("status@"));
    expect(noted).toEqual([]);
  });

  it("is given up after two hours without a connection", async () => {
    await world.change(instance, "stop");
    await world.reaches(instance, "stopped");
    const status = await statuses.post(instance, {});
    world.clock.moveTo(new Date(world.clock.now().getTime() + 2 * HOUR_MS));
    const error = "The instance was not connected for 2 hours.";
    expect(await statuses.ended(status)).toMatchObject({ status: "failed", error_code: "not_connected", error });
  });
});

describe("a process that is killed while it posts a status", () => {
  let world: SessionWorld;
  let statuses: ReturnType<typeof statusesOf>;
  let first: Puppet;
  let instance: string;
  beforeEach(async () => {
    world = await SessionWorld.create();
    statuses = statusesOf(world);
    first = await startPuppet(world, "task-1");
    instance = await statuses.link();
  });
  afterEach(() => world.tearDown());

  const sets = (field: string, value?: unknown) => (operation: TableOperation) =>
    operation.kind === "transact" &&
    operation.writes.some(
      (write) => "update" in write && field in { ...write.set } && (!value || write.set?.[field] === value),
    );

  it.each([
    ["before its people are fixed", sets("listed"), "before"],
    ["when its people are fixed", sets("listed"), "after"],
    ["when it has begun", sets("step", "sending"), "after"],
    ["when the network has it", sets("status", "sent"), "before"],
    ["when it is stored as sent", sets("status", "sent"), "after"],
  ] as const)("%s: it is posted once", async (_when, which, phase) => {
    first.freeze(which, phase);
    const status = await statuses.post(instance, { text: "Once" });
    await eventually("it to stand still", () => first.frozen() > 0);
    first.freeze();

    await world.startTask("task-1");
    expect((await statuses.ended(status)).status).toBe("sent");
    await eventually("it to be shown", async () => (await statuses.shownTo(ANA)).length > 0);
    first.thaw();
    await eventually("the dead process to have nothing", () => first.task.shards.length === 0);
    expect((await statuses.shownTo(ANA)).map(({ text }) => text)).toEqual(["Once"]);
    expect(world.events("message.status")).toEqual([]);
  });
});

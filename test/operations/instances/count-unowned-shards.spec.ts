import { describe, expect, it } from "vitest";
import { countUnownedShards } from "../../../core/operations/instances/count-unowned-shards.ts";
import { keys } from "../../../core/store/keys.ts";
import { tellUnownedShards } from "../../../functions/workers/sweep-lanes.ts";
import { Heartbeat } from "../../../session-service/fleet/heartbeat.ts";
import { takeShard } from "../../../session-service/fleet/shard-ownership.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";

const SHARDS = 4;

/** Creates tasks that beat and take shards like the session service's tasks. */
function newWorld() {
  const table = new MemoryTable();
  const clock = stillClock();
  const lines: [fields: Record<string, unknown>, message: string][] = [];
  const write = (...line: (typeof lines)[number]) => void lines.push(line);
  const log = { info: write, warn: write, error: write };
  const start = clock.now().getTime();
  return {
    table,
    lines,
    task: (task_id: string) =>
      new Heartbeat({ table, clock, monotonicMs: () => clock.now().getTime() - start }, { task_id, run: "1" }),
    take: (task: string, shard: number) => takeShard({ table }, task, { shard, task: null, generation: 0 }),
    pass: (seconds: number) => clock.moveTo(new Date(clock.now().getTime() + seconds * 1000)),
    unowned: () => countUnownedShards({ table }, SHARDS, clock.now()),
    tell: () => tellUnownedShards({ table, clock, log }, SHARDS),
  };
}

describe("shards without an owner", () => {
  it("are all of them while no task has ever run", async () => {
    expect(await newWorld().unowned()).toBe(SHARDS);
  });

  it("are those that nobody took, whose task is gone, and whose task has not beaten for a minute", async () => {
    const world = newWorld();
    const [one, two] = [world.task("one"), world.task("two")];
    await one.begin();
    await two.begin();
    for (const shard of [0, 1]) await world.take("one", shard);
    await world.take("two", 2);
    expect(await world.unowned()).toBe(1);

    await world.take("two", 3);
    expect(await world.unowned()).toBe(0);

    world.pass(55);
    await two.beat();
    world.pass(10);
    expect(await world.unowned()).toBe(2); // task one is dead

    await two.end();
    expect(await world.unowned()).toBe(SHARDS);
  });

  it("are told of by a line that CloudWatch counts, and by none while each has an owner", async () => {
    const world = newWorld();
    await world.tell();
    expect(world.lines).toEqual([[{ metric: "ShardsUnowned", value: SHARDS }, expect.stringContaining("no owner")]]);

    const one = world.task("one");
    await one.begin();
    for (let shard = 0; shard < SHARDS; shard++) await world.take("one", shard);
    expect(world.table.peek(keys.shardOwner(3))).toMatchObject({ task: "one" });
    await world.tell();
    expect(world.lines).toHaveLength(1);
  });
});

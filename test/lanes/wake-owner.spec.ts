import { describe, expect, it } from "vitest";
import { wakeIndex } from "../../core/lanes/due-index.ts";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { type LaneWorld, laneWorld } from "../support/models/lane-world.ts";

const lane = instanceLane("inst_1");

/**
 * Writes the header as the owner last left it: a check scheduled at `wakeSec`, and the time until which each class of
 * messages is held.
 */
async function plan(world: LaneWorld, wakeSec: number, held: { F?: number; K?: number } = {}): Promise<void> {
  const wakeAt = world.at(wakeSec).toISOString();
  const until = Object.fromEntries(Object.entries(held).map(([name, sec]) => [name, world.at(sec).toISOString()]));
  await world.table.write({
    put: { ...keys.laneHead(lane), owner_fence: 1, wake_at: wakeAt, held: until, ...wakeIndex(lane, wakeAt) },
  });
  world.operations.length = 0;
}

describe("whoever puts a row into an instance's lane", () => {
  it("has the owner look at once, and writes nothing: the header is the owner's", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(0), "F");
    await ensureWake(world, lane, world.at(0), null);
    expect(world.woken).toEqual([
      { lane, sec: 0 },
      { lane, sec: 0 },
    ]);
    expect(world.table.peek(keys.laneHead(lane))).toBeNull();
  });

  it("does not even read it for a reply or a change", async () => {
    const world = laneWorld();
    await plan(world, 60);
    await ensureWake(world, lane, world.at(0), "R");
    await ensureWake(world, lane, world.at(0), null);
    expect(world.operations).toEqual([]);
    expect(world.woken).toHaveLength(2);
  });

  it.each([
    {
      row: "a first message at night, when the morning's look is planned",
      wake: 600,
      held: { F: 600 },
      class: "F" as const,
      due: 0,
    },
    { row: "a scheduled message, when an earlier look is planned", wake: 600, held: {}, class: "S" as const, due: 900 },
  ])("wakes nobody for $row", async ({ wake, held, class: laneClass, due }) => {
    const world = laneWorld();
    await plan(world, wake, held);
    await ensureWake(world, lane, world.at(due), laneClass);
    expect(world.woken).toEqual([]);
  });

  it.each([
    { row: "a first message that no hold covers", wake: 600, held: { K: 600 }, class: "F" as const, due: 0 },
    {
      row: "a first message whose hold ends before the planned look",
      wake: 600,
      held: { F: 300 },
      class: "F" as const,
      due: 0,
    },
    {
      row: "a scheduled message that is due before the planned look",
      wake: 600,
      held: {},
      class: "S" as const,
      due: 500,
    },
    {
      row: "any row when the planned look is overdue: it may be over",
      wake: -1,
      held: { F: 600 },
      class: "F" as const,
      due: 0,
    },
  ])("wakes the owner for $row", async ({ wake, held, class: laneClass, due }) => {
    const world = laneWorld();
    await plan(world, wake, held);
    await ensureWake(world, lane, world.at(due), laneClass);
    expect(world.woken).toEqual([{ lane, sec: 0 }]);
  });
});

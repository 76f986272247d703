import { describe, expect, it } from "vitest";
import type { LaneRun } from "../../core/lanes/lane.ts";
import { takeSlot } from "../../core/lanes/slot.ts";
import { keys } from "../../core/store/keys.ts";
import { laneWorld } from "../support/models/lane-world.ts";

const key = keys.endpointSlot("acc_1", "hash");

function runThatHolds(holds: LaneRun["holds"] = async () => true): LaneRun {
  return { lane: "lane", fence: 1, isCareful: false, isTimeUp: () => false, holds, forwardTo: null, kept: [] };
}

async function taken(world: ReturnType<typeof laneWorld>, run = runThatHolds()) {
  const slot = await takeSlot(world, key, run);
  if (!slot) throw new Error("the slot was expected to be free");
  return slot;
}

describe("the slot of a URL", () => {
  it("is taken by one run at a time, and free when given back", async () => {
    const world = laneWorld();
    const slot = await taken(world);
    expect(await takeSlot(world, key, runThatHolds())).toBeNull();
    await slot.free();
    expect(await takeSlot(world, key, runThatHolds())).not.toBeNull();
  });

  it("is taken over 2 s after the end of a lease that nobody renewed; its old holder notices", async () => {
    const world = laneWorld();
    const old = await taken(world);
    world.moveTo(47);
    expect(await takeSlot(world, key, runThatHolds())).toBeNull();
    world.moveTo(47.001);
    const next = await taken(world);
    expect(await old.holds(20)).toBe(false);
    await old.free();
    expect(await next.holds(20)).toBe(true);
    expect(world.table.peek(key)).toMatchObject({ run: expect.any(String) });
  });

  it("holds only while the lane's lease does", async () => {
    const world = laneWorld();
    const slot = await taken(
      world,
      runThatHolds(async () => false),
    );
    expect(await slot.holds(20)).toBe(false);
  });

  it("is renewed when less is left than asked for", async () => {
    const world = laneWorld();
    const slot = await taken(world);
    world.moveTo(30);
    expect(await slot.holds(20)).toBe(true);
    expect(world.table.peek(key)).toMatchObject({ until: world.at(75).toISOString() });
  });

  it("asks the lane again after its own renewal, which may have taken long", async () => {
    const world = laneWorld();
    const slow = world.table.withHook((_operation, phase) => {
      if (phase === "after" && world.clock.now() >= world.at(30)) world.moveTo(50);
    });
    const laneHoldsUntil = world.at(45);
    const run = runThatHolds(async () => world.clock.now() <= laneHoldsUntil);
    const slot = await takeSlot({ ...world, table: slow }, key, run);
    world.moveTo(30);
    expect(await slot?.holds(20)).toBe(false);
  });
});

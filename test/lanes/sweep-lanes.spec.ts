import { describe, expect, it } from "vitest";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import { putRow } from "../../core/lanes/put-row.ts";
import { runLane } from "../../core/lanes/run-lane.ts";
import { sweepLanes } from "../../core/lanes/sweep-lanes.ts";
import { keys } from "../../core/store/keys.ts";
import { endpointLane, instanceLane } from "../../core/store/lane-names.ts";
import { sweepLanesWorker } from "../../functions/workers/sweep-lanes.ts";
import { fakeWorker, laneWorld } from "../support/models/lane-world.ts";

const lane = endpointLane("acc_1", "account");
/** A worker that dies while working a lane, leaving the lane's rows in place. */
const dying = {
  ...fakeWorker(async () => {
    throw new Error("dead");
  }),
  rowsStay: true,
};

async function put(world: ReturnType<typeof laneWorld>, id: string, sec: number, dueSec = sec, of = lane) {
  await world.table.write(
    putRow({ lane: of, queue: "Q", id, due: world.at(dueSec), expires_at: world.at(1e6) }, world.at(sec)),
  );
}

describe("the sweep", () => {
  it.each([
    { what: "a row", index: { gsi1pk: "PUT#3", gsi1sk: "2026-11-20T09:30:00.000Z#x" } },
    { what: "a header", index: { gsi1pk: "WAKE#3", gsi1sk: "2026-11-20T09:30:00.000Z#x" } },
    {
      what: "a row with a long key",
      index: { gsi1pk: "PUT#3", gsi1sk: `2026-11-20T09:30:00.000Z#${"x".repeat(900)}` },
    },
  ])("goes on behind $what that lies in no lane, wakes the others, and does not find it again", async ({ index }) => {
    const world = laneWorld();
    const strange = { pk: index.gsi1sk.length > 100 ? `INST#${"x".repeat(900)}#LANE` : "GARBAGE", sk: "K#1" };
    await world.table.write({ put: { ...strange, ...index, due: 7 } });
    await put(world, "evt_1", 0);
    world.moveTo(120);

    expect(await sweepLanes(world)).toEqual({ woken: 1 });
    expect(world.woken.map((wake) => wake.lane)).toEqual([lane]);
    expect(world.table.peek(keys.laneSweep())).toMatchObject({ finished_to: world.at(60).toISOString() });
    expect(world.table.peek(strange)).toEqual({ ...strange, due: 7 });
  });

  it("goes on behind a lane that fails by itself, which is told and tried again a minute later", async () => {
    const world = laneWorld();
    const told: string[] = [];
    world.log.error = (_fields, what) => void told.push(what);
    const broken = endpointLane("acc_0", "account");
    await put(world, "evt_1", 0, 0, broken);
    await put(world, "evt_2", 0);
    const { wake } = world.wakeups;
    world.wakeups.wake = async (name, at) => {
      if (name === broken) throw new TypeError("It is no lane that can be woken.");
      await wake(name, at);
    };
    world.moveTo(120);

    await sweepLanes(world);
    expect(world.woken.map((one) => one.lane)).toEqual([lane]);
    expect(world.table.peek(keys.laneSweep())).toMatchObject({ finished_to: world.at(60).toISOString() });
    expect(told).toEqual(["the sweep could not check a lane"]);
  });

  it("wakes lanes whose planned wake-up is overdue by a minute, however long ago", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(0), null);
    await ensureWake(world, instanceLane("inst_1"), world.at(86_400), null);
    world.woken.length = 0;

    world.moveTo(60);
    expect(await sweepLanes(world)).toEqual({ woken: 0 });
    world.moveTo(60.001);
    expect(await sweepLanes(world)).toEqual({ woken: 1 });
    world.moveTo(80_000);
    await sweepLanes(world);
    expect(world.woken.map((wake) => wake.lane)).toEqual([lane, lane]);
  });

  it.each([
    { what: "whose only message was lost", isStarted: false },
    { what: "whose worker died", isStarted: true },
  ])("wakes a lane $what, also when its rows are no longer recent", async ({ isStarted }) => {
    const world = laneWorld();
    await put(world, "evt_1", 0);
    await ensureWake(world, lane, world.at(0), "Q", { rowStays: true });
    if (isStarted) await expect(runLane(world, lane, dying)).rejects.toThrow("dead");
    expect(world.table.peek(keys.laneHead(lane))?.gsi1pk).toBeUndefined();
    world.woken.length = 0;

    world.moveTo(60);
    expect(await sweepLanes(world)).toEqual({ woken: 0 });
    world.moveTo(61);
    expect(await sweepLanes(world)).toEqual({ woken: 1 });
    // The wake-up is lost again. For hours, sweeps find no recent row.
    for (const sec of [10_000, 20_000, 80_000]) {
      world.moveTo(sec);
      expect(await sweepLanes(world)).toEqual({ woken: 1 });
    }
    expect(world.woken.every((wake) => wake.lane === lane)).toBe(true);
  });

  it("leaves a lane alone that was looked at between the sweep's read and its write", async () => {
    const world = laneWorld();
    await put(world, "evt_1", 0);
    await expect(runLane(world, lane, dying)).rejects.toThrow("dead");
    world.moveTo(61);
    const table = new Proxy(world.table, {
      get: (target, name) =>
        name !== "get"
          ? Reflect.get(target, name).bind(target)
          : async (key: Parameters<typeof target.get>[0]) => {
              const found = await target.get(key);
              // In the meantime, a run ends: the lane goes to sleep, and its row is deleted.
              if (key.pk === lane) {
                await target.write({ update: keys.laneHead(lane), remove: ["wake_at"] });
                await target.write({ delete: { pk: lane, sk: "Q#evt_1" } });
              }
              return found;
            },
    });
    await sweepLanes({ ...world, table });
    expect(world.woken).toEqual([]);
    expect(world.table.peek(keys.laneHead(lane))).not.toHaveProperty("gsi1pk");
  });

  it("wakes a lane whose row no planned wake-up covers: its writer died after the commit", async () => {
    const world = laneWorld();
    await put(world, "evt_1", 0);
    world.moveTo(61);
    expect(await sweepLanes(world)).toEqual({ woken: 1 });
    expect(world.woken).toEqual([{ lane, sec: 61 }]);
    expect(world.table.peek(keys.laneHead(lane))).toMatchObject({ wake_at: world.at(61).toISOString() });
  });

  it.each([
    { title: "planned in time", wakeSec: 500, dueSec: 500, heldSec: null, woken: 0 },
    { title: "planned too late", wakeSec: 501, dueSec: 500, heldSec: null, woken: 1 },
    { title: "held until the planned wake-up", wakeSec: 900, dueSec: 0, heldSec: 900, woken: 0 },
    { title: "held, but planned later", wakeSec: 901, dueSec: 0, heldSec: 900, woken: 1 },
    { title: "awake", wakeSec: 5, dueSec: 0, heldSec: null, woken: 0 },
  ])("a lane with a row that is $title: woken $woken", async ({ wakeSec, dueSec, heldSec, woken }) => {
    const world = laneWorld();
    await put(world, "evt_1", 0, dueSec);
    const held = heldSec === null ? {} : { Q: world.at(heldSec).toISOString() };
    await world.table.write({ put: { ...keys.laneHead(lane), wake_at: world.at(wakeSec).toISOString(), held } });
    world.moveTo(61);
    expect(await sweepLanes(world)).toEqual({ woken });
  });

  it("leaves a lane alone whose row is gone already though the index still shows it", async () => {
    const world = laneWorld();
    await put(world, "evt_1", 0);
    const stale = { ...bound(world.table), getMany: async () => [] };
    world.moveTo(61);
    expect(await sweepLanes({ ...world, table: stale })).toEqual({ woken: 0 });
  });

  it("begins 15 minutes before the end of the last finished one, so an outage of sweeps forgets nothing", async () => {
    const world = laneWorld();
    world.moveTo(10_000);
    await sweepLanes(world);
    await put(world, "evt_before", 10_000 - 60 - 901);
    world.moveTo(10_060);
    expect(await sweepLanes(world)).toEqual({ woken: 0 }); // seen by the sweeps before
    await put(world, "evt_outage", 10_100);
    world.moveTo(20_000);
    expect(await sweepLanes(world)).toEqual({ woken: 1 });
  });

  it("finds what was put after the clock was set back, at once", async () => {
    const world = laneWorld();
    world.moveTo(10_000);
    await sweepLanes(world);
    world.moveTo(5_000); // set back by more than the sweeps overlap
    await put(world, "evt_1", 5_000);
    world.moveTo(5_061);

    expect(await sweepLanes(world)).toEqual({ woken: 1 });
    expect(world.table.peek(keys.laneSweep())).toMatchObject({ finished_to: world.at(5_001).toISOString() });
  });

  it("reads all pages", async () => {
    const world = laneWorld();
    await world.table.write({ put: { ...keys.laneHead(lane), wake_at: world.at(500).toISOString() } });
    for (let n = 0; n < 450; n++) await put(world, `evt_${n}`, 0, 500);
    world.moveTo(61);
    expect(await sweepLanes(world)).toEqual({ woken: 0 });

    await put(world, "evt_last", 0.5, 0);
    expect(await sweepLanes(world)).toEqual({ woken: 1 });
  });

  it("that could not wake one lane wakes the others, fails, and is begun again from the same place", async () => {
    const world = laneWorld();
    const other = instanceLane("inst_1");
    await put(world, "evt_1", 0);
    await put(world, "msg_1", 0, 0, other);
    world.breakWakeups(lane);
    world.moveTo(61);
    await expect(sweepLanes(world)).rejects.toThrow("incomplete");
    expect(world.woken.map((wake) => wake.lane)).toEqual([other]);
    expect(world.table.peek(keys.laneSweep())).toBeNull();
  });

  it("is one run of the function, logged for the alarm", async () => {
    const world = laneWorld();
    const lines: Record<string, unknown>[] = [];
    await put(world, "evt_1", 0);
    world.moveTo(61);
    await sweepLanesWorker({ ...world, log: { ...world.log, info: (fields) => lines.push(fields) } });
    expect(lines).toEqual([{ woken: 1 }]);
  });
});

function bound(table: ReturnType<typeof laneWorld>["table"]) {
  return {
    get: table.get.bind(table),
    query: table.query.bind(table),
    write: table.write.bind(table),
    transact: table.transact.bind(table),
  };
}

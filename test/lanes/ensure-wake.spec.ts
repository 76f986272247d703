import { describe, expect, it } from "vitest";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import { lookAgainRow } from "../../core/lanes/look-again.ts";
import { putRow, rowId, rowQueue, rowSortKey } from "../../core/lanes/put-row.ts";
import { DUE_PARTITIONS, keys } from "../../core/store/keys.ts";
import { bucketOf, endpointLane } from "../../core/store/lane-names.ts";
import { laneWorld } from "../support/lane-world.ts";

const lane = endpointLane("acc_1", "account");
const bucket = bucketOf(lane, DUE_PARTITIONS);

describe("putting a row", () => {
  it("is refused when the same row waits already, and never touches the header", async () => {
    const world = laneWorld();
    const row = { lane, queue: "Q", id: "evt_1", due: world.at(5), expires_at: world.at(9), data: { kind: "test" } };
    await world.table.transact([putRow(row, world.at(0))]);

    expect(world.table.partition(lane)).toEqual([
      {
        pk: lane,
        sk: "Q#evt_1",
        due: world.at(5).toISOString(),
        put_at: world.at(0).toISOString(),
        expires_at: world.at(9).toISOString(),
        tries: 0,
        kind: "test",
        gsi1pk: `PUT#${bucket}`,
        gsi1sk: `${world.at(0).toISOString()}#${lane}#Q#evt_1`,
      },
    ]);
    await expect(world.table.write(putRow(row, world.at(1)))).rejects.toThrow("refused");
  });

  it("sorts by queue, then order, then id", () => {
    expect(rowSortKey("D", "evt_1", "2026")).toBe("D#2026#evt_1");
    expect(rowSortKey("Q", "evt_1")).toBe("Q#evt_1");
    expect([rowQueue("D#2026#evt_1"), rowId("D#2026#evt_1"), rowQueue("HEAD")]).toEqual(["D", "evt_1", ""]);
  });

  it("asks for a look over an earlier one that waits, so that no change is refused", async () => {
    const world = laneWorld();
    await world.table.write(lookAgainRow(lane, "settings", world.at(0)));
    await world.table.write(lookAgainRow(lane, "settings", world.at(3), { person: "p" }));

    expect(world.table.partition(lane)).toMatchObject([
      { sk: "C#settings", put_at: world.at(3).toISOString(), person: "p" },
    ]);
  });
});

describe("making sure of a wake-up", () => {
  it("plans it in the header and the sweep's index, and sends it", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(30), null);

    const wakeAt = world.at(30).toISOString();
    expect(world.table.peek(keys.laneHead(lane))).toEqual({
      ...keys.laneHead(lane),
      wake_at: wakeAt,
      gsi1pk: `WAKE#${bucket}`,
      gsi1sk: `${wakeAt}#${lane}`,
    });
    expect(world.woken).toEqual([{ lane, sec: 30 }]);
  });

  it("spares the index entry when a lane that slept gets a row that stays: the sweep finds the row", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(60), "Q", { rowStays: true });
    const wake_at = world.at(60).toISOString();
    expect(world.table.peek(keys.laneHead(lane))).toEqual({ ...keys.laneHead(lane), wake_at });
    expect(world.woken).toEqual([{ lane, sec: 60 }]);
  });

  it("indexes what is due later, and what it moves forward: rows of another time may wait behind it", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(61), "Q", { rowStays: true });
    expect(world.table.peek(keys.laneHead(lane))).toMatchObject({ gsi1sk: `${world.at(61).toISOString()}#${lane}` });
    await ensureWake(world, lane, world.at(5), "Q", { rowStays: true });
    expect(world.table.peek(keys.laneHead(lane))).toMatchObject({ gsi1sk: `${world.at(5).toISOString()}#${lane}` });
  });

  it("costs one read when an earlier one is planned", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(30), null);
    world.operations.length = 0;

    await ensureWake(world, lane, world.at(31), null);
    await ensureWake(world, lane, world.at(30), null);

    expect(world.operations.map(({ kind }) => kind)).toEqual(["get", "get"]);
    expect(world.woken).toHaveLength(1);
  });

  it("moves a later one forward", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(30), null);
    await ensureWake(world, lane, world.at(10), null);
    expect(world.woken.map(({ sec }) => sec)).toEqual([30, 10]);
  });

  it("takes what is overdue as due now, so a lane that is awake is left alone", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(0), null);
    world.moveTo(20);
    await ensureWake(world, lane, world.at(-3_600), null);
    expect(world.woken).toEqual([{ lane, sec: 0 }]);
  });

  it("of a row in a held class wakes nobody before the hold ends; of one that is never held, at once", async () => {
    const world = laneWorld();
    const held = { Q: world.at(600).toISOString() };
    await world.table.write({ put: { ...keys.laneHead(lane), wake_at: world.at(600).toISOString(), held } });

    await ensureWake(world, lane, world.at(0), "Q");
    expect(world.woken).toEqual([]);
    await ensureWake(world, lane, world.at(0), "D");
    expect(world.woken).toEqual([{ lane, sec: 0 }]);
  });

  it("into a held class of a lane that sleeps plans the hold's end", async () => {
    const world = laneWorld();
    await world.table.write({ put: { ...keys.laneHead(lane), held: { Q: world.at(600).toISOString() } } });
    await ensureWake(world, lane, world.at(0), "Q");
    expect(world.woken).toEqual([{ lane, sec: 600 }]);
  });

  it("leaves it to the one who was earlier in a race", async () => {
    const world = laneWorld();
    const racing = world.table.withHook((operation, phase) => {
      if (operation.kind === "write" && phase === "before") return ensureWake(world, lane, world.at(5), null);
    });
    await ensureWake({ ...world, table: racing }, lane, world.at(9), null);
    expect(world.woken).toEqual([{ lane, sec: 5 }]);
  });
});

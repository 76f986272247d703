import { describe, expect, it } from "vitest";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import { putRow, rowId, rowQueue, rowSortKey } from "../../core/lanes/put-row.ts";
import { recheckRow } from "../../core/lanes/recheck.ts";
import { DUE_PARTITIONS, keys } from "../../core/store/keys.ts";
import { bucketOf, endpointLane } from "../../core/store/lane-names.ts";
import { laneWorld } from "../support/models/lane-world.ts";

const lane = endpointLane("acc_1", "account");
const bucket = bucketOf(lane, DUE_PARTITIONS);

describe("putting a row", () => {
  it("is refused when the same row waits already, and never touches the header", async () => {
    const world = laneWorld();
    const row = {
      lane,
      queue: "Q" as const,
      id: "evt_1",
      due: world.at(5),
      expires_at: world.at(9),
      data: { kind: "test" },
    };
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
    await world.table.write(recheckRow(lane, "settings", world.at(0)));
    await world.table.write(recheckRow(lane, "settings", world.at(3), { person: "p" }));

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

  it.each([0, 5, 600])(
    "writes nothing for a row that stays, due in %s s: the message alone wakes a lane that sleeps",
    async (sec) => {
      const world = laneWorld();
      await ensureWake(world, lane, world.at(sec), "Q", { rowStays: true });
      expect(world.operations.map(({ kind }) => kind)).toEqual(["get"]);
      expect(world.table.all()).toEqual([]);
      expect(world.woken).toEqual([{ lane, sec: 0 }]);
    },
  );

  it("reads the header for each row: one that has planned a later look since the last row is moved forward", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(0), "Q", { rowStays: true });
    // A run has tried to process the row, failed, and scheduled a retry.
    const retryAt = world.at(3_600).toISOString();
    await world.table.write({ put: { ...keys.laneHead(lane), wake_at: retryAt } });
    world.moveTo(10);
    await ensureWake(world, lane, world.at(10), "Q", { rowStays: true });

    expect(world.table.peek(keys.laneHead(lane))).toMatchObject({ wake_at: world.at(10).toISOString() });
    expect(world.woken.map(({ sec }) => sec)).toEqual([0, 10]);
  });

  it("leaves a lane whose class is held until later asleep, whatever a row's age", async () => {
    const world = laneWorld();
    const until = world.at(3_600).toISOString();
    await world.table.write({ put: { ...keys.laneHead(lane), wake_at: until, held: { Q: until } } });
    for (const sec of [0, 10, 20]) {
      world.moveTo(sec);
      await ensureWake(world, lane, world.at(sec), "Q", { rowStays: true });
    }
    expect(world.operations.filter(({ kind }) => kind === "get")).toHaveLength(3);
    expect(world.woken).toEqual([]);
  });

  it("moves a lane that is to be woken later forward, also for a row that stays", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(61), "Q");
    await ensureWake(world, lane, world.at(5), "Q", { rowStays: true });
    expect(world.table.peek(keys.laneHead(lane))).toMatchObject({ gsi1sk: `${world.at(5).toISOString()}#${lane}` });
    expect(world.woken.map(({ sec }) => sec)).toEqual([61, 5]);
  });

  it("wakes a lane whose run has died, once its lease is over, and writes nothing", async () => {
    const world = laneWorld();
    const until = world.at(45).toISOString();
    const head = { ...keys.laneHead(lane), wake_at: world.at(0).toISOString(), run: "run_dead", until, fence: 1 };
    await world.table.write({ put: head });
    world.moveTo(47);
    await ensureWake(world, lane, world.at(47), "Q", { rowStays: true });
    expect(world.woken).toEqual([]);
    world.moveTo(47.001);
    await ensureWake(world, lane, world.at(47), "Q", { rowStays: true });
    expect(world.woken).toEqual([{ lane, sec: 47.001 }]);
    expect(world.table.peek(keys.laneHead(lane))).toEqual(head);
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

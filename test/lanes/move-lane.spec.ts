import { describe, expect, it } from "vitest";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import { forwardWrites, GONE, stopForwardWrites } from "../../core/lanes/move-lane.ts";
import { putRow } from "../../core/lanes/put-row.ts";
import { runLane } from "../../core/lanes/run-lane.ts";
import { keys } from "../../core/store/keys.ts";
import { endpointLane } from "../../core/store/lane-names.ts";
import type { QueueLetter } from "../../core/store/lane-queues.ts";
import { fakeWorker, type LaneWorld, laneWorld } from "../support/models/lane-world.ts";

const from = endpointLane("acc_1", "inst_1");
const to = endpointLane("acc_1", "account");
const EMPTY = { next: null, held: {} };

async function put(world: LaneWorld, queue: QueueLetter, id: string, order?: string) {
  const row = { lane: from, queue, id, due: world.at(0), expires_at: world.at(1e6), data: { kind: "test" } };
  await world.table.write(putRow(order === undefined ? row : { ...row, order }, world.at(0)));
}

async function forward(world: LaneWorld, where: string) {
  await world.table.transact(forwardWrites(from, where, world.clock.now()));
  await ensureWake(world, from, world.clock.now(), null);
}

const rows = (world: LaneWorld, lane: string) => world.table.partition(lane).filter(({ sk }) => sk !== "HEAD");

describe("a forwarded lane", () => {
  it("hands every row to the other lane, tries anew, in event order, and wakes it; no policy sees them", async () => {
    const world = laneWorld();
    await put(world, "Q", "evt_3");
    await put(world, "D", "evt_1", "2026-11-21");
    await world.table.write({ update: keys.laneRow(from, "D#2026-11-21#evt_1"), set: { tries: 4, claim: 7 } });
    await put(world, "D", "evt_2", "2026-11-20");
    await forward(world, to);
    const worker = fakeWorker(EMPTY);

    expect(await runLane(world, from, worker)).toBe("worked");

    expect(worker.runs).toEqual([]);
    expect(rows(world, from)).toEqual([]);
    expect(rows(world, to).map(({ sk }) => sk)).toEqual(["Q#evt_1", "Q#evt_2", "Q#evt_3"]);
    expect(rows(world, to)[0]).toMatchObject({ tries: 0, kind: "test", expires_at: world.at(1e6).toISOString() });
    expect(rows(world, to)[0]).not.toHaveProperty("claim");
    expect(world.woken).toEqual([
      { lane: from, sec: 0 },
      { lane: to, sec: 0 },
    ]);
  });

  it("moves more rows than a page holds", async () => {
    const world = laneWorld();
    for (let n = 100; n < 180; n++) await put(world, "Q", `evt_${n}`);
    await forward(world, to);
    await runLane(world, from, fakeWorker(EMPTY));
    expect(rows(world, to)).toHaveLength(80);
  });

  it("stays a signpost for 31 days: a late put by the old route is moved on", async () => {
    const world = laneWorld();
    await forward(world, to);
    await runLane(world, from, fakeWorker(EMPTY));
    expect(world.table.peek(keys.laneHead(from))).toMatchObject({
      forward_to: to,
      ttl: world.at(31 * 86_400).getTime() / 1_000,
    });

    await put(world, "Q", "evt_late");
    await ensureWake(world, from, world.at(0), "Q");
    await runLane(world, from, fakeWorker(EMPTY));
    expect(rows(world, to).map(({ sk }) => sk)).toEqual(["Q#evt_late"]);
  });

  it("drops a row whose item waits in the other lane already", async () => {
    const world = laneWorld();
    await put(world, "Q", "evt_1");
    await world.table.write(
      putRow({ lane: to, queue: "Q", id: "evt_1", due: world.at(0), expires_at: world.at(9) }, world.at(0)),
    );
    await forward(world, to);
    await runLane(world, from, fakeWorker(EMPTY));
    expect([rows(world, from).length, rows(world, to).length]).toEqual([0, 1]);
  });

  it("keeps its rows again from the moment the forwarding ends, also in the middle of a move", async () => {
    const world = laneWorld();
    for (let n = 1; n < 4; n++) await put(world, "Q", `evt_${n}`);
    await forward(world, to);
    let moves = 0;
    const table = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "transact" || phase !== "before" || operation.writes.length < 3) return;
      if (++moves === 2) await world.table.transact(stopForwardWrites(from, world.at(0)));
    });
    await runLane({ ...world, table }, from, fakeWorker(EMPTY));
    expect(rows(world, to).map(({ sk }) => sk)).toEqual(["Q#evt_1"]);
    expect(rows(world, from).map(({ sk }) => sk)).toEqual(["C#forward", "Q#evt_2", "Q#evt_3"]);

    const worker = fakeWorker(EMPTY);
    await runLane(world, from, worker);
    expect(worker.runs.map((run) => run.forwardTo)).toEqual([null]);
  });

  it("is noticed by a run that began before and has taken the look already", async () => {
    const world = laneWorld();
    await put(world, "Q", "evt_1");
    await ensureWake(world, from, world.at(0), null);
    const worker = fakeWorker(async () => {
      await forward(world, to);
      await world.table.write({ delete: keys.laneRow(from, "C#forward") });
      return { next: world.at(3_600), held: { Q: world.at(3_600) } };
    });
    await runLane(world, from, worker);
    expect(world.woken.at(-1)).toEqual({ lane: from, sec: 0 });
    await runLane(world, from, fakeWorker(EMPTY));
    expect(rows(world, to)).toHaveLength(1);
  });
});

describe("a lane whose owner is gone", () => {
  it("tells its worker to end the rows, and holds nothing back", async () => {
    const world = laneWorld();
    await put(world, "Q", "evt_1");
    await forward(world, GONE);
    const worker = fakeWorker({ next: null, held: { Q: world.at(600) } });
    await runLane(world, from, worker);
    expect(worker.runs.map((run) => run.forwardTo)).toEqual([GONE]);
    expect(world.table.peek(keys.laneHead(from))).toMatchObject({ held: {} });
  });
});

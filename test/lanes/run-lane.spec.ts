import { describe, expect, it } from "vitest";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import { runLane } from "../../core/lanes/run-lane.ts";
import { keys } from "../../core/store/keys.ts";
import { endpointLane } from "../../core/store/lane-names.ts";
import { fakeWorker, laneWorld } from "../support/models/lane-world.ts";

const lane = endpointLane("acc_1", "account");
const head = keys.laneHead(lane);
const EMPTY = { next: null, held: {} };

async function wokenWorld() {
  const world = laneWorld();
  await ensureWake(world, lane, world.at(0), null);
  world.woken.length = 0;
  return world;
}

describe("a wake-up", () => {
  it("of a lane that sleeps does nothing", async () => {
    const world = laneWorld();
    const worker = fakeWorker(EMPTY);
    expect(await runLane(world, lane, worker)).toBe("asleep");
    expect(worker.runs).toEqual([]);
    expect(world.table.all()).toEqual([]);
  });

  it("that comes too early is sent again for the rest", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(90), null);
    world.moveTo(30);
    expect(await runLane(world, lane, fakeWorker(EMPTY))).toBe("too_early");
    expect(world.woken).toEqual([
      { lane, sec: 90 },
      { lane, sec: 90 },
    ]);
  });

  it("a second early is in time: clocks differ", async () => {
    const world = laneWorld();
    await ensureWake(world, lane, world.at(90), null);
    world.moveTo(89);
    expect(await runLane(world, lane, fakeWorker(EMPTY))).toBe("worked");
  });

  it("that meets a running worker leaves it alone; after the lease it takes over", async () => {
    const world = await wokenWorld();
    const inside: string[] = [];
    const first = fakeWorker(async () => {
      for (const sec of [0, 46, 47]) {
        world.moveTo(sec);
        inside.push(await runLane(world, lane, fakeWorker(EMPTY)));
      }
      world.moveTo(47.001);
      inside.push(await runLane(world, lane, fakeWorker(EMPTY)));
      return EMPTY;
    });
    expect(await runLane(world, lane, first)).toBe("lost");
    expect(inside).toEqual(["held", "held", "held", "worked"]);
  });
});

describe("a wake-up of a lane whose rows stay", () => {
  const staying = (worker: ReturnType<typeof fakeWorker>) => ({ ...worker, rowsStay: true });

  it("is enough: the lane sleeps until then, is awake during the run, and sleeps again", async () => {
    const world = laneWorld();
    const worker = fakeWorker(async () => {
      await ensureWake(world, lane, world.at(0), "Q", { rowStays: true });
      return EMPTY;
    });
    expect(await runLane(world, lane, staying(worker))).toBe("worked");
    expect(world.woken).toEqual([]); // the run looks once more before it ends
    expect(world.table.peek(head)).toEqual({ ...head, fence: 1, held: {} });
  });

  it("that comes while a run lasts, or too early, is as with any lane", async () => {
    const world = laneWorld();
    const inside: string[] = [];
    const worker = fakeWorker(async () => {
      inside.push(await runLane(world, lane, staying(fakeWorker(EMPTY))));
      return { next: world.at(40), held: {} };
    });
    await runLane(world, lane, staying(worker));
    expect([...inside, await runLane(world, lane, staying(fakeWorker(EMPTY)))]).toEqual(["held", "too_early"]);
  });
});

describe("a run that was not closed", () => {
  const dying = fakeWorker(async () => {
    throw new Error("dead");
  });

  it("makes those after it careful, until one has come to rest", async () => {
    const world = await wokenWorld();
    const workers = [dying, dying, fakeWorker({ next: world.at(0), held: {}, isCutShort: true }), fakeWorker(EMPTY)];
    const seen: (boolean | undefined)[] = [];
    for (const worker of workers) {
      worker.runs.length = 0;
      await runLane(world, lane, worker).catch(() => undefined);
      seen.push(worker.runs[0]?.isCareful);
      world.moveTo((world.clock.now().getTime() - world.at(0).getTime()) / 1000 + 48);
    }
    await ensureWake(world, lane, world.clock.now(), null);
    const last = fakeWorker(EMPTY);
    await runLane(world, lane, last);

    expect([...seen, last.runs[0]?.isCareful]).toEqual([false, true, true, true, false]);
    expect(world.table.peek(head)).toEqual({ ...head, fence: 5, held: {} });
  });
});

describe("a run", () => {
  it("raises the fence each time and holds the lease meanwhile", async () => {
    const world = await wokenWorld();
    const worker = fakeWorker(async () => {
      expect(world.table.peek(head)).toMatchObject({ fence: 1, until: world.at(45).toISOString() });
      return { next: world.at(0), held: {} };
    });
    await runLane(world, lane, worker);
    const second = fakeWorker(EMPTY);
    await runLane(world, lane, second);
    expect([worker.runs[0]?.fence, second.runs[0]?.fence]).toEqual([1, 2]);
  });

  it("leaves an empty lane asleep: no planned wake-up, no index entry, no lease", async () => {
    const world = await wokenWorld();
    expect(await runLane(world, lane, fakeWorker(EMPTY))).toBe("worked");
    expect(world.table.peek(head)).toEqual({ ...head, fence: 1, held: {} });
    expect(world.woken).toEqual([]);
  });

  it("writes when to look next and which classes are held, and sends the wake-up", async () => {
    const world = await wokenWorld();
    const plan = { next: world.at(40), held: { Q: world.at(600) } };
    await runLane(world, lane, fakeWorker(plan, plan));
    expect(world.table.peek(head)).toMatchObject({
      wake_at: world.at(40).toISOString(),
      held: { Q: world.at(600).toISOString() },
    });
    expect(world.woken).toEqual([{ lane, sec: 40 }]);
  });

  it("looks once more after the close and wakes the lane for what came in between", async () => {
    const world = await wokenWorld();
    const late = { next: world.at(-3), held: {} };
    await runLane(world, lane, fakeWorker({ next: world.at(40), held: {} }, late));
    expect(world.woken.map(({ sec }) => sec)).toEqual([40, 0]);
  });

  it("whose time is up says so", async () => {
    const world = await wokenWorld();
    const seen: boolean[] = [];
    await runLane(
      world,
      lane,
      fakeWorker(async (run) => {
        for (const sec of [59, 60]) {
          world.moveTo(sec);
          seen.push(run.isTimeUp());
        }
        return EMPTY;
      }),
    );
    expect(seen).toEqual([false, true]);
  });

  it("that fails keeps the planned wake-up and lets the lease run out, for the sweep", async () => {
    const world = await wokenWorld();
    const worker = fakeWorker(async () => {
      throw new Error("the table is down");
    });
    await expect(runLane(world, lane, worker)).rejects.toThrow("the table is down");
    expect(world.table.peek(head)).toMatchObject({ wake_at: world.at(0).toISOString(), run: "run_1" });
  });

  it("does not close a lane that another run has taken", async () => {
    const world = await wokenWorld();
    const worker = fakeWorker(async () => {
      await world.table.write({ update: head, set: { run: "run_other" }, add: { fence: 1 } });
      return EMPTY;
    });
    expect(await runLane(world, lane, worker)).toBe("lost");
    expect(world.table.peek(head)).toMatchObject({ run: "run_other", wake_at: world.at(0).toISOString() });
  });

  it.each(["start", "close"] as const)("whose %s was answered into the void knows it as its own", async (which) => {
    const world = await wokenWorld();
    const isMeant = (which === "start" ? "add" : "remove") as string;
    // The client repeats a request whose response was lost. The first request took effect, so the second is refused.
    const table = {
      ...bound(world.table),
      write: async (write: Parameters<typeof world.table.write>[0]) => {
        if ("update" in write && write.update.sk === "HEAD" && isMeant in write) await world.table.write(write);
        return world.table.write(write);
      },
    };
    const worker = fakeWorker(EMPTY);
    expect(await runLane({ ...world, table }, lane, worker)).toBe("worked");
    expect(worker.runs).toHaveLength(1);
    expect(world.table.peek(head)).toEqual({ ...head, fence: 1, held: {} });
  });
});

describe("the lease's check right before a post", () => {
  it("costs nothing while 20 seconds are left, then renews", async () => {
    const world = await wokenWorld();
    const writes: number[] = [];
    await runLane(
      world,
      lane,
      fakeWorker(async (run) => {
        for (const sec of [0, 25, 25.001]) {
          world.moveTo(sec);
          const before = world.operations.length;
          expect(await run.holds(20)).toBe(true);
          writes.push(world.operations.length - before);
        }
        return EMPTY;
      }),
    );
    expect(writes).toEqual([0, 0, 1]);
  });

  it("fails when another run has taken the lane, and ever after", async () => {
    const world = await wokenWorld();
    await runLane(
      world,
      lane,
      fakeWorker(async (run) => {
        await world.table.write({ update: head, set: { run: "run_other" }, add: { fence: 1 } });
        world.moveTo(30);
        expect(await run.holds(20)).toBe(false);
        world.moveTo(0);
        expect(await run.holds(20)).toBe(false);
        return EMPTY;
      }),
    );
  });

  it("judges again after a renewal whose answer took longer than the lease", async () => {
    const world = await wokenWorld();
    const held: boolean[] = [];
    let sec = 30;
    const slow = world.table.withHook((operation, phase) => {
      const [write] = operation.kind === "write" ? operation.writes : [];
      const isRenewal = write && "update" in write && write.set?.until !== undefined && !write.add;
      if (!isRenewal || phase === "before") return;
      sec += 44;
      world.moveTo(sec);
    });
    await runLane(
      { ...world, table: slow },
      lane,
      fakeWorker(async (run) => {
        world.moveTo(sec);
        held.push(await run.holds(20));
        return EMPTY;
      }),
    );
    expect(held).toEqual([false]);
  });

  it("is renewed once for two posts that ask at once", async () => {
    const world = await wokenWorld();
    let renewals = 0;
    await runLane(
      world,
      lane,
      fakeWorker(async (run) => {
        world.moveTo(30);
        const before = world.operations.length;
        expect(await Promise.all([run.holds(20), run.holds(20)])).toEqual([true, true]);
        renewals = world.operations.length - before;
        return EMPTY;
      }),
    );
    expect(renewals).toBe(1);
  });
});

function bound(table: Awaited<ReturnType<typeof wokenWorld>>["table"]) {
  return {
    get: table.get.bind(table),
    getMany: table.getMany.bind(table),
    query: table.query.bind(table),
    transact: table.transact.bind(table),
  };
}

import { describe, expect, it } from "vitest";
import type { LanePlan } from "../../core/lanes/lane.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { ownWakeups } from "../../session-service/fleet/own-wakeups.ts";
import type { InstanceWorker } from "../../session-service/lane/instance-worker.ts";
import { LaneLoop } from "../../session-service/lane/lane-loop.ts";
import { LaneRunner } from "../../session-service/lane/lane-runner.ts";
import { NextWake } from "../../session-service/lane/next-wake.ts";
import type { SessionPort } from "../../session-service/session-port.ts";
import { memoryMedia } from "../support/memory-media.ts";
import { type LaneWorld, laneWorld } from "../support/models/lane-world.ts";
import { NO_OPT_OUTS } from "../support/test-opt-outs.ts";

const INSTANCE = "inst_1";
const lane = instanceLane(INSTANCE);
const EMPTY: LanePlan = { next: null, held: {} };
const own = (fence: number) => ({ account_id: "acc_1", instance_id: INSTANCE, fence });

type Look = Awaited<ReturnType<InstanceWorker["work"]>> | Error;

/** Creates a world whose waits end when the test decides or when they are cut short. */
function waitingWorld() {
  const world = laneWorld();
  const waits: { sec: number; over: () => void }[] = [];
  world.clock.until = (at, signal) =>
    new Promise((resolve) => {
      waits.push({ sec: (at.getTime() - world.at(0).getTime()) / 1_000, over: resolve });
      signal?.addEventListener("abort", () => resolve());
    });
  return { world, waits };
}

/**
 * Creates a loop whose checks return the listed results in turn, and then an empty lane. Calls `during` in the middle
 * of each check.
 */
function loopOf(world: LaneWorld, looks: Look[], during: (n: number, loop: LaneLoop) => void = () => {}) {
  let count = 0;
  const worker: Pick<InstanceWorker, "work"> = {
    async work(begins) {
      begins();
      const n = count++;
      during(n, loop);
      const look = looks[n] ?? EMPTY;
      if (look instanceof Error) throw look;
      return look;
    },
  };
  const loop = new LaneLoop(world, INSTANCE, worker, new NextWake(world, own(1)));
  return { loop, looks: () => count };
}

describe("the loop that works an instance's lane", () => {
  it("does nothing until it is woken; then looks, notes its plan once, and looks once more behind that", async () => {
    const { world } = waitingWorld();
    const { loop, looks } = loopOf(world, []);
    await loop.run();
    expect(looks()).toBe(0);

    loop.wake();
    await loop.run();
    expect(looks()).toBe(2);
    expect(world.table.peek(keys.laneHead(lane))).toEqual({ ...keys.laneHead(lane), owner_fence: 1, held: {} });
  });

  it("writes nothing for a lane that is empty again, however often it was woken", async () => {
    const { world } = waitingWorld();
    const { loop } = loopOf(world, []);
    for (let n = 0; n < 5; n++) {
      loop.wake();
      await loop.run();
    }
    expect(world.operations.filter(({ kind }) => kind === "write")).toHaveLength(1);
    expect(world.woken).toEqual([]);
  });

  it("looks again when it was woken while it looked", async () => {
    const { world } = waitingWorld();
    const { loop, looks } = loopOf(world, [EMPTY, EMPTY, EMPTY], (n, self) => n === 1 && self.wake());
    loop.wake();
    await loop.run();
    expect(looks()).toBe(3);
  });

  it("waits here for what is due within seconds, tells nobody, and is cut short by a wake-up", async () => {
    const { world, waits } = waitingWorld();
    const soon = { next: world.at(4), held: {} };
    const { loop, looks } = loopOf(world, [soon, soon]);
    loop.wake();
    const ended = loop.run();
    await expect.poll(() => waits.length).toBe(1);
    expect([loop.isWaiting, waits[0]?.sec, world.operations]).toEqual([true, 4, []]);

    loop.wake();
    await expect.poll(() => waits.length).toBe(2);
    waits[1]?.over();
    await ended;
    expect(looks()).toBe(4);
  });

  it("notes a later moment in the header and the sweep's index, asks for a wake-up, and waits for it all the same", async () => {
    const { world, waits } = waitingWorld();
    const later = { next: world.at(3_600), held: { F: world.at(3_600) } };
    const { loop } = loopOf(world, [later, later]);
    loop.wake();
    const ended = loop.run();
    await expect.poll(() => waits.length).toBe(1);
    const wakeAt = world.at(3_600).toISOString();
    expect(world.table.peek(keys.laneHead(lane))).toMatchObject({
      wake_at: wakeAt,
      held: { F: wakeAt },
      owner_fence: 1,
    });
    expect([world.woken, waits[0]?.sec]).toEqual([[{ lane, sec: 3_600 }], 3_600]);

    waits[0]?.over();
    await ended;
    const head = world.table.peek(keys.laneHead(lane));
    expect([head?.wake_at, head?.gsi1pk]).toEqual([undefined, undefined]);
  });

  it("takes a hold back that is over, so that what is put wakes again", async () => {
    const { world, waits } = waitingWorld();
    const held = { next: world.at(3_600), held: { F: world.at(3_600), K: world.at(3_600) } };
    const free = { next: world.at(3_600), held: { K: world.at(3_600) } };
    const { loop } = loopOf(world, [held, held, free, free]);
    loop.wake();
    const ended = loop.run();
    await expect.poll(() => waits.length).toBe(1);
    loop.wake();
    await expect.poll(() => waits.length).toBe(2);
    expect(Object.keys(world.table.peek(keys.laneHead(lane))?.held ?? {})).toEqual(["K"]);
    loop.stop();
    await ended;
  });

  it("asks again after a second while the task is not sure that the instance is its own", async () => {
    const { world, waits } = waitingWorld();
    const { loop, looks } = loopOf(world, ["may_not_act"]);
    loop.wake();
    const ended = loop.run();
    await expect.poll(() => waits.map(({ sec }) => sec)).toEqual([1]);
    expect(world.operations).toEqual([]);
    waits[0]?.over();
    await ended;
    expect(looks()).toBe(3);
  });

  it("still has everything to look at after a look that failed", async () => {
    const { world } = waitingWorld();
    const { loop, looks } = loopOf(world, [new Error("the table could not be reached")]);
    loop.wake();
    await expect(loop.run()).rejects.toThrow("could not be reached");
    expect(loop.isWoken).toBe(true);
    await loop.run();
    expect(looks()).toBe(3);
  });

  it.each([
    { how: "its fence is not the instance's any more", looks: [new FenceLost(INSTANCE)], laterOwner: false },
    { how: "a later owner has written the header", looks: [EMPTY], laterOwner: true },
  ])("stops for good when $how", async ({ looks: listed, laterOwner }) => {
    const { world } = waitingWorld();
    if (laterOwner) await new NextWake(world, own(2)).write(EMPTY);
    const { loop, looks } = loopOf(world, listed);
    loop.wake();
    await loop.run();
    loop.wake();
    await loop.run();
    expect([looks(), loop.isWoken]).toEqual([1, false]);
  });

  it.each([
    { when: "its look finds that the fence is lost", looks: [new FenceLost(INSTANCE)], stops: false },
    { when: "it is stopped in the middle of a look", looks: [EMPTY], stops: true },
  ])("hands its wake-up back, to come a second later, when $when", async ({ looks: listed, stops }) => {
    const { world } = waitingWorld();
    const { loop } = loopOf(world, listed, (_, self) => stops && self.stop());
    loop.wake();
    await loop.run();
    expect(world.woken).toEqual([{ lane, sec: 1 }]);
    expect(loop.wake()).toBe(false);
  });

  it("hands nothing back when it is stopped after its looks", async () => {
    const { world } = waitingWorld();
    const { loop } = loopOf(world, []);
    loop.wake();
    await loop.run();
    loop.stop();
    expect(world.woken).toEqual([]);
  });

  it("leaves no header behind when the instance is gone", async () => {
    const { world } = waitingWorld();
    const { loop } = loopOf(world, ["gone"]);
    loop.wake();
    await loop.run();
    expect(world.table.peek(keys.laneHead(lane))).toBeNull();
  });
});

describe("a planned look", () => {
  it("is sent again when the queue could not be reached after the header was written", async () => {
    const world = laneWorld();
    let isBroken = true;
    const wakeups = {
      wake: async (...wake: Parameters<LaneWorld["wakeups"]["wake"]>) => {
        if (isBroken) throw new Error("the queue can't be reached");
        await world.wakeups.wake(...wake);
      },
    };
    const planned = new NextWake({ ...world, wakeups }, own(1));
    const plan = { next: world.at(60), held: {} };
    await expect(planned.write(plan)).rejects.toThrow("can't be reached");
    isBroken = false;
    expect(await planned.write(plan)).toBe(true);
    expect(await planned.write(plan)).toBe(false);
    expect(world.woken).toEqual([{ lane, sec: 60 }]);
  });
});

describe("a task's wake-ups", () => {
  const other = instanceLane("inst_2");
  it.each([
    { what: "its own instance's lane, now", lane, sec: 0, here: ["inst_1"], queued: 0 },
    { what: "its own instance's lane, later", lane, sec: 5, here: [], queued: 1 },
    { what: "another task's instance", lane: other, sec: 0, here: ["inst_2"], queued: 1 },
    { what: "a webhook's lane", lane: "ACC#acc_1#HOOK#account#LANE", sec: 0, here: [], queued: 1 },
  ])("of $what", async ({ lane: woken, sec, here, queued }) => {
    const world = laneWorld();
    const asked: string[] = [];
    const wakeups = ownWakeups(world.wakeups, world.clock, (instance) => {
      asked.push(instance);
      return instance === INSTANCE;
    });
    await wakeups.wake(woken, world.at(sec));
    expect([asked, world.woken.length]).toEqual([here, queued]);
  });
});

describe("a task that stops while its table fails", () => {
  it("does not wait for its next try, and hands back what it was woken for", async () => {
    const { world, waits } = waitingWorld();
    world.table.query = () => Promise.reject(new Error("the table could not be reached"));
    const session = { ...own(1), mayAct: () => true, isOpen: () => true } as unknown as SessionPort; // all that a look asks first
    const deps = { ...world, media: memoryMedia(), optOuts: NO_OPT_OUTS, gapFactor: 1, monotonicMs: () => 0 };
    const runner = new LaneRunner(deps, session);
    runner.wake();
    await expect.poll(() => waits.length).toBe(1);
    await runner.stop();
    expect(world.woken).toEqual([{ lane, sec: 1 }]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wakeupBody } from "../../../core/lanes/wakeup-body.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import type { TakenWakeup, WakeupSource } from "../../../session-service/fleet/shard-queues.ts";
import { TaskWakeups } from "../../../session-service/fleet/task-wakeups.ts";
import { eventually } from "../../support/eventually.ts";
import { stillClock } from "../../support/test-clock.ts";

const MINE = "inst_mine";
const THEIRS = "inst_theirs";
const NOBODYS = "inst_nobodys";

/** A task's queue polling. The test controls everything around it. */
class Desk {
  readonly clock = stillClock();
  readonly woken: string[] = [];
  readonly sent: { lane: string; inMs: number }[] = [];
  readonly removed: string[] = [];
  /** The polls that are waiting, by queue. */
  readonly polls = new Map<number, ((taken: TakenWakeup[]) => void)[]>();
  refusesToSend = false;
  isSure = true;
  nowMs = 0;

  readonly #queues: WakeupSource = {
    receive: (queue, signal) =>
      new Promise((resolve) => {
        const polls = this.polls.get(queue) ?? [];
        this.polls.set(queue, [...polls, resolve]);
        signal.addEventListener("abort", () => {
          this.polls.delete(queue);
          resolve([]);
        });
      }),
    remove: async (_queue, taken) => void this.removed.push(...taken.map(({ receipt }) => receipt)),
  };

  start(counts = { queueCount: 4, alsoReadQueueCount: null as number | null }): TaskWakeups {
    const wake = async (lane: string, at: Date) => {
      if (this.refusesToSend) throw new Error("The queue is not there.");
      this.sent.push({ lane, inMs: at.getTime() - this.clock.now().getTime() });
    };
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    return new TaskWakeups(
      { wakeups: { wake }, clock: this.clock, log, monotonicMs: () => this.nowMs },
      {
        queues: this.#queues,
        counts,
        holds: () => this.isSure,
        wake: (instance) => {
          if (instance !== MINE) return false;
          this.woken.push(instance);
          return true;
        },
        hasOtherOwner: (instance) => instance === THEIRS,
      },
    );
  }

  /** Puts wake-ups into a queue that is being polled. A wake-up's receipt is the name of its instance. */
  async put(queue: number, ...instances: string[]): Promise<void> {
    await eventually("a poll", () => this.polls.has(queue));
    const taken = instances.map((instance) => ({ body: wakeupBody(instanceLane(instance)), receipt: instance }));
    const [poll] = this.polls.get(queue) ?? [];
    this.polls.delete(queue);
    poll?.(taken);
  }
}

describe("the queues that a task reads", () => {
  let desk: Desk;
  let task: TaskWakeups;
  beforeEach(() => {
    desk = new Desk();
  });
  afterEach(() => task.stop(0));

  it("are those of its shards, each polled once, however many shards share it", () => {
    task = desk.start();
    task.readFor([0, 4, 8, 3]);
    expect(task.queues).toEqual([0, 3]);
    expect([...desk.polls].map(([queue, polls]) => [queue, polls.length])).toEqual([
      [0, 1],
      [3, 1],
    ]);

    task.readFor([3, 7]);
    expect(task.queues).toEqual([3]);
  });

  it("are polled to the end when its shards are gone: what comes then is sent on, and nothing is polled any more", async () => {
    task = desk.start();
    task.readFor([0]);
    task.readFor([]);
    await desk.put(0, THEIRS);
    await eventually("it to leave", () => desk.removed.length === 1);
    expect(desk.sent).toHaveLength(1);
    await task.stop(1_000);
    expect(desk.polls.size).toBe(0);
  });

  it("are those of both numbers while the number is changed", () => {
    task = desk.start({ queueCount: 8, alsoReadQueueCount: 4 });
    task.readFor([5, 13]);
    expect(task.queues).toEqual([1, 5]);
  });

  it("give it the wake-ups of its own shards, which leave the queue", async () => {
    task = desk.start();
    task.readFor([0]);
    await desk.put(0, MINE, MINE);
    await eventually("both to leave", () => desk.removed.length === 2);
    expect(desk.woken).toEqual([MINE, MINE]);
    expect(desk.sent).toEqual([]);
  });

  it("have others' wake-ups sent on before they leave: at once when somebody has the shard, else in a second", async () => {
    task = desk.start();
    task.readFor([0]);
    await desk.put(0, THEIRS, NOBODYS);
    await eventually("both to leave", () => desk.removed.length === 2);
    expect(desk.sent).toEqual([
      { lane: instanceLane(THEIRS), inMs: 0 },
      { lane: instanceLane(NOBODYS), inMs: 1_000 },
    ]);
    expect(desk.woken).toEqual([]);
  });

  it("keep what could not be sent on, and lose nothing else of the same poll", async () => {
    task = desk.start();
    task.readFor([0]);
    desk.refusesToSend = true;
    await desk.put(0, THEIRS, MINE);
    await eventually("its own to leave", () => desk.removed.length > 0);
    expect(desk.removed).toEqual([MINE]);
  });

  it("have everything sent on by a task that is not sure of its shards", async () => {
    task = desk.start();
    task.readFor([0]);
    desk.isSure = false;
    await desk.put(0, MINE, THEIRS);
    await eventually("both to leave", () => desk.removed.length === 2);
    expect(desk.sent.map(({ inMs }) => inMs)).toEqual([1_000, 1_000]);
  });

  it("don't have a wake-up sent to and fro without end when the owner that was seen is the owner no more", async () => {
    task = desk.start();
    task.readFor([0]);
    for (let n = 1; n <= 10; n++) {
      await desk.put(0, THEIRS);
      await eventually("it to leave", () => desk.removed.length === n);
    }
    expect(desk.sent.map(({ inMs }) => inMs)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1_000, 1_000]);

    desk.nowMs += 2_000;
    await desk.put(0, THEIRS);
    await eventually("it to leave", () => desk.removed.length === 11);
    expect(desk.sent.at(-1)?.inMs).toBe(0);
  });

  it("drop what names no instance", async () => {
    task = desk.start();
    task.readFor([0]);
    await eventually("a poll", () => desk.polls.has(0));
    desk.polls.get(0)?.[0]?.([{ body: "{", receipt: "broken" }]);
    await eventually("it to leave", () => desk.removed.includes("broken"));
    expect(desk.sent).toEqual([]);
  });
});

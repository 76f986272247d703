import { describe, expect, it } from "vitest";
import { type ShardRow, shareShards as share, type TaskView } from "../../../session-service/fleet/shard-share.ts";
import { TaskWatch } from "../../../session-service/fleet/task-watch.ts";

const rows = (...tasks: (string | null)[]) => tasks.map((task, shard) => ({ shard, task, generation: 1 }));
const living = (...ids: string[]) => ids.map((task_id) => ({ task_id, dead: false, retiring: false }));
const shareShards = (self: string, rows: ShardRow[], tasks: TaskView[], held: ReadonlySet<number>) =>
  share(self, { rows, tasks, held, queueCount: 1 });
const shardsOf = (plan: { take: { shard: number }[] }) => plan.take.map(({ shard }) => shard);

describe("the sharing of shards", () => {
  it("gives a lone task everything that is free", () => {
    expect(shardsOf(shareShards("a", rows(null, null, null), [], new Set()))).toEqual([0, 1, 2]);
  });

  it("gives each of three tasks its part, and all parts together are all shards", () => {
    const free = rows(null, null, null, null, null, null, null, null);
    const parts = ["a", "b", "c"].map((id) => shareShards(id, free, living("a", "b", "c"), new Set()).take.length);
    expect(parts).toEqual([3, 3, 2]);
  });

  it("takes nothing from a living task, and everything of a dead one", () => {
    const owned = rows("b", "b", "a", "a");
    expect(shareShards("a", owned, living("b"), new Set([2, 3])).take).toEqual([]);
    expect(shardsOf(shareShards("a", owned, [{ task_id: "b", dead: true, retiring: false }], new Set([2, 3])))).toEqual(
      [0, 1],
    );
  });

  it("gives back what is more than its part when a task joins", () => {
    expect(shareShards("a", rows("a", "a", "a", "a"), living("b"), new Set([0, 1, 2, 3])).release).toEqual([3, 2]);
  });

  it("gives a task that retires no part, and takes from it only what it has given back", () => {
    const stopping = [{ task_id: "b", dead: false, retiring: true }];
    expect(shardsOf(shareShards("a", rows("b", null, "b", "a"), stopping, new Set([3])))).toEqual([1]);
    const more = [...stopping, ...living("c")];
    expect(shardsOf(shareShards("a", rows("b", null, null, "a"), more, new Set([3])))).toEqual([1]);
  });

  it("moves no more than it must when one of many goes", () => {
    const owned = rows("a", "a", "b", "b", "c", "c");
    const gone = [...living("b"), { task_id: "c", dead: true, retiring: false }];
    expect(shareShards("a", owned, gone, new Set([0, 1]))).toMatchObject({ release: [], lost: [] });
    expect(shareShards("a", owned, gone, new Set([0, 1])).take).toHaveLength(1);
  });

  it("lets go of what somebody else has taken", () => {
    expect(shareShards("a", rows("b", "a"), living("b"), new Set([0, 1])).lost).toEqual([0]);
  });

  it("gives back what has its id and no session here, when its part is full already: nobody else may take it", () => {
    // Shard 2 was supposed to move to b, but the write to release it failed.
    const plan = shareShards("a", rows("a", "a", "a", "b"), living("b"), new Set([0, 1]));
    expect(plan).toMatchObject({ take: [], release: [], orphaned: [{ shard: 2, generation: 1 }] });
    expect(shareShards("a", rows("a", "a", "a"), [], new Set([0, 1]))).toMatchObject({ orphaned: [] });
  });

  it("takes back what its own id had before a restart", () => {
    expect(shardsOf(shareShards("a", rows("a", "a"), [], new Set()))).toEqual([0, 1]);
  });
});

describe("the sharing of shards that share queues", () => {
  // Queue 0 has the shards 0, 4, 8 …, queue 1 has 1, 5, 9 …, and so on.
  const inQueues = (...owners: (string | null)[]) =>
    Array.from({ length: 16 }, (_, shard) => ({ shard, task: owners[shard % 4] ?? null, generation: 1 }));
  const numbers = (rows: ShardRow[], task: string) =>
    new Set(rows.flatMap((row) => (row.task === task ? row.shard : [])));
  const queuesOf = (shards: number[]) => [...new Set(shards.map((shard) => shard % 4))].sort();

  it("gives back whole queues", () => {
    const rows = inQueues("a", "a", "a", "a");
    const { release } = share("a", { rows, tasks: living("b"), held: numbers(rows, "a"), queueCount: 4 });
    expect(release).toHaveLength(8);
    expect(queuesOf(release)).toEqual([2, 3]);
  });

  it("gives back first what it has of a queue that is mostly another's", () => {
    const rows = inQueues("a", "a", "b", "b").map((row) => (row.shard === 2 ? { ...row, task: "a" } : row));
    const { release } = share("a", { rows, tasks: living("b"), held: numbers(rows, "a"), queueCount: 4 });
    expect(release).toEqual([2]);
  });

  it("takes first of the queues that it has already", () => {
    const rows = inQueues("a", "b", null, null).map((row) => (row.shard === 15 ? { ...row, task: "a" } : row));
    const { take } = share("a", { rows, tasks: living("b"), held: numbers(rows, "a"), queueCount: 4 });
    expect(take.map(({ shard }) => shard)).toEqual([3, 7, 11]);
  });

  it("has tasks that see the same want different shards", () => {
    const rows = inQueues(null, null, null, null);
    const taken = ["a", "b", "c"].map((self) => {
      const tasks = living(...["a", "b", "c"].filter((id) => id !== self));
      return share(self, { rows, tasks, held: new Set(), queueCount: 4 }).take.map(({ shard }) => shard);
    });
    expect(taken.map(({ length }) => length)).toEqual([6, 5, 5]);
    expect(new Set(taken.flat()).size).toBe(16);
  });
});

describe("the watch over other tasks", () => {
  const item = (beat: number) => ({ pk: "TASKS", sk: "b", run: "r", beat });

  it("holds a task for dead only after its beat stood still for 12 s of our own time", () => {
    const watch = new TaskWatch();
    expect(watch.look([item(1)], ["b"], 0)).toEqual([{ task_id: "b", dead: false, retiring: false }]);
    expect(watch.look([item(1)], ["b"], 11_999)).toEqual([{ task_id: "b", dead: false, retiring: false }]);
    expect(watch.look([item(1)], ["b"], 12_000)).toEqual([{ task_id: "b", dead: true, retiring: false }]);
    expect(watch.look([item(2)], ["b"], 13_000)).toEqual([{ task_id: "b", dead: false, retiring: false }]);
  });

  it("waits as long for an owner that has no item at all", () => {
    const watch = new TaskWatch();
    expect(watch.look([], ["gone"], 0)).toEqual([{ task_id: "gone", dead: false, retiring: false }]);
    expect(watch.look([], ["gone"], 12_000)).toEqual([{ task_id: "gone", dead: true, retiring: false }]);
  });

  it("knows when the next one is dead, so that its shards are taken in time", () => {
    const watch = new TaskWatch();
    expect(watch.nextDeathMs(0)).toBe(Number.POSITIVE_INFINITY);
    watch.look([item(1)], ["b"], 1_000);
    expect(watch.nextDeathMs(4_000)).toBe(9_000);
    watch.look([item(1)], ["b"], 13_000);
    expect(watch.nextDeathMs(13_001)).toBe(Number.POSITIVE_INFINITY);
  });

  it("sees who retires", () => {
    expect(new TaskWatch().look([{ ...item(1), retiring: true }], [], 0)).toMatchObject([{ retiring: true }]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ShardRow, shareShards } from "../../../session-service/fleet/shard-share.ts";

/** Tasks that take turns checking a shared table and carrying out their plans. */
class Fleet {
  readonly rows: ShardRow[];
  readonly queueCount: number;
  tasks: string[] = [];
  /** How many times a shard's owner has changed. */
  moves = 0;
  #next = 0;

  constructor(shards: number, queueCount: number) {
    this.rows = Array.from({ length: shards }, (_, shard) => ({ shard, task: null, generation: 0 }));
    this.queueCount = queueCount;
  }

  join(): string {
    const id = `task-${(this.#next++ * 7_919) % 10_007}`; // in no order
    this.tasks.push(id);
    return id;
  }

  leave(n: number): string {
    const [gone = ""] = this.tasks.splice(n % this.tasks.length, 1);
    return gone;
  }

  of(task: string): number[] {
    return this.rows.flatMap((row) => (row.task === task ? [row.shard] : []));
  }

  /** Has each task check and act, over and over, until none has anything left to do. @returns the number of rounds. */
  settle(): number {
    for (let round = 1; round <= 20; round++) {
      let isQuiet = true;
      for (const self of this.tasks) {
        const tasks = this.tasks
          .filter((id) => id !== self)
          .map((task_id) => ({ task_id, dead: false, retiring: false }));
        const held = new Set(this.of(self));
        const plan = shareShards(self, { rows: this.rows, tasks, held, queueCount: this.queueCount });
        expect(plan).toMatchObject({ lost: [], orphaned: [] });
        if (plan.take.length + plan.release.length > 0) isQuiet = false;
        for (const { shard } of plan.take) this.#take(shard, self);
        for (const shard of plan.release) this.#free(shard, self);
      }
      if (isQuiet) return round;
    }
    throw new Error("The tasks do not come to rest.");
  }

  #take(shard: number, task: string): void {
    const row = this.rows[shard];
    if (!row || (row.task !== null && this.tasks.includes(row.task))) throw new Error("A shard was taken from a task.");
    row.task = task;
    this.moves++;
  }

  #free(shard: number, task: string): void {
    const row = this.rows[shard];
    if (row?.task !== task) throw new Error("A task gave back what it had not.");
    row.task = null;
  }

  /** The number of polled queues, summed over all tasks. */
  get polls(): number {
    return this.tasks.reduce(
      (sum, task) => sum + new Set(this.of(task).map((shard) => shard % this.queueCount)).size,
      0,
    );
  }
}

/** Joins and departures. For a number below 6, a task joins; any other number selects a task to leave. */
const CHANGES = fc.array(fc.nat(9), { minLength: 1, maxLength: 40 });
/** Sizes with at least as many queues as tasks, as docs/deployment.md requires. */
const SIZES = fc.constantFrom(
  { shards: 256, queues: 4, most: 4 },
  { shards: 256, queues: 32, most: 10 },
  { shards: 256, queues: 64, most: 16 },
  { shards: 64, queues: 7, most: 5 },
  { shards: 16, queues: 16, most: 5 },
);

describe("tasks that come and go", () => {
  it("have even shares, with no more moves than that takes, and poll few queues", () => {
    fc.assert(
      fc.property(SIZES, CHANGES, ({ shards, queues, most }, changes) => {
        const fleet = new Fleet(shards, queues);
        fleet.join();
        fleet.settle();
        for (const change of changes) {
          const comes = change < 6 && fleet.tasks.length < most;
          if (!comes && fleet.tasks.length === 1) continue;
          fleet.moves = 0;
          const gone = comes ? null : fleet.leave(change);
          const left = gone === null ? 0 : fleet.of(gone).length;
          const came = comes ? fleet.join() : null;
          expect(fleet.settle()).toBeLessThanOrEqual(4);

          const counts = fleet.tasks.map((task) => fleet.of(task).length);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(shards);
          expect(fleet.moves).toBe(came === null ? left : fleet.of(came).length);
          // The minimum is one poll per queue or per task. Each queue split between tasks adds one poll.
          expect(fleet.polls).toBeLessThanOrEqual(2 * (queues + fleet.tasks.length));
        }
      }),
      { numRuns: 100 },
    );
  });
});

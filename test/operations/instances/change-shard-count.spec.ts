import { beforeEach, describe, expect, it } from "vitest";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { changeShardCount, TaskRuns } from "../../../core/operations/instances/change-shard-count.ts";
import { createInstance } from "../../../core/operations/instances/create-instance.ts";
import type { Clock } from "../../../core/ports.ts";
import { agreeOnShardCount, ShardCountDiffers } from "../../../core/records/shard-count.ts";
import { keys } from "../../../core/store/keys.ts";
import { bucketOf } from "../../../core/store/lane-names.ts";
import type { Table } from "../../../core/store/table.ts";
import { MemoryTable, type TableOperation } from "../../support/memory-table.ts";
import { START } from "../../support/test-clock.ts";

const INSTANCES = 12;
const BEFORE = 8;
const AFTER = 5;

/** Creates a clock on which every wait ends immediately. */
function quickClock(onSecond: () => void = () => {}): Clock {
  let now = START;
  return {
    now: () => now,
    until: async (at) => {
      now = at;
      onSecond();
    },
  };
}

class World {
  readonly table = new MemoryTable();
  readonly lines: string[] = [];
  readonly ids: string[] = [];

  async addInstances(shardCount = BEFORE): Promise<void> {
    const deps = { table: this.table, ids: randomIds(), shardCount };
    for (let n = 0; n < INSTANCES; n++) {
      const { id } = await createInstance(deps, { account_id: "acc_1", name: `Shop ${n}`, external_ref: null }, START);
      this.ids.push(id);
    }
  }

  change(to: number, { table = this.table, clock = quickClock() } = {}) {
    return changeShardCount({ table, clock, say: (line) => this.lines.push(line) }, to);
  }

  /** Expects all records that name a shard to agree, and each instance to be in exactly one shard. */
  expectSpread(over: number): void {
    for (const id of this.ids) {
      const shard = bucketOf(id, over);
      expect(this.table.peek(keys.instance(id))?.shard).toBe(shard);
      expect(this.table.peek(keys.sending(id))?.shard).toBe(shard);
    }
    const rows = this.table.all().filter(({ pk }) => /^SHARD#\d+#INST$/.test(pk));
    expect(rows.map(({ pk, sk, account_id }) => [pk, sk, account_id]).sort()).toEqual(
      this.ids.map((id) => [keys.shardInstance(bucketOf(id, over), id).pk, id, "acc_1"]).sort(),
    );
    expect(this.table.peek(keys.shardCount())).toEqual({ ...keys.shardCount(), count: over });
  }
}

describe("another number of shards", () => {
  let world: World;
  beforeEach(async () => {
    world = new World();
    await world.addInstances();
    await agreeOnShardCount(world.table, BEFORE);
  });

  it.each([1, AFTER, 16, 300])(
    "has every instance where its hash says, in all that names its shard: %d",
    async (to) => {
      const wrong = world.ids.filter((id) => bucketOf(id, to) !== bucketOf(id, BEFORE));
      expect(await world.change(to)).toEqual({ shards: to, moved: wrong.length });
      world.expectSpread(to);
      expect(await world.change(to)).toEqual({ shards: to, moved: 0 });
    },
  );

  it("leaves no owner of a shard that is no more, and keeps the others' generations", async () => {
    for (const shard of [0, 4, 5, 7]) await world.table.write({ put: { ...keys.shardOwner(shard), generation: 3 } });
    await world.change(AFTER);
    expect(world.table.partition("SHARDS").map(({ sk }) => sk)).toEqual(["0000", "0004", "COUNT"]);
  });

  it("finds the instances of a table that never had a task, too", async () => {
    await world.table.write({ delete: keys.shardCount() });
    await world.change(AFTER);
    world.expectSpread(AFTER);
  });

  it("takes instances along that were made with the new number meanwhile", async () => {
    await world.addInstances(AFTER);
    await world.change(AFTER);
    world.expectSpread(AFTER);
  });

  it("drops the row of an instance that is gone", async () => {
    await world.table.write({ put: { ...keys.shardInstance(0, "inst_gone"), account_id: "acc_1" } });
    await world.change(300);
    world.expectSpread(300);
  });

  it("says how far it is", async () => {
    await world.change(128);
    expect(world.lines).toHaveLength(2);
    expect(world.lines.at(-1)).toMatch(/^128 of 128 shards checked, \d+ instances moved$/);
  });
});

describe("a change of the number of shards that dies", () => {
  const isWrite = (operation: TableOperation) => operation.kind === "write" || operation.kind === "transact";

  /**
   * Creates a table that fails from its n-th write on: either before the write takes effect, or afterwards, so only the
   * answer is lost.
   */
  function dying(table: MemoryTable, n: number, at: "before" | "after"): { table: MemoryTable; died: () => boolean } {
    let writes = 0;
    let isDead = false;
    const dies = (operation: TableOperation, phase: "before" | "after") => {
      if (isDead) throw new Error("The process is dead.");
      if (!isWrite(operation) || phase !== at || ++writes < n) return;
      isDead = true;
      throw new Error("The process dies.");
    };
    return { table: table.withHook(dies), died: () => isDead };
  }

  it.each(["before", "after"] as const)("at any write, %s it takes effect, is finished by repeating it", async (at) => {
    for (let n = 1; ; n++) {
      const world = new World();
      await world.addInstances();
      await agreeOnShardCount(world.table, BEFORE);
      await world.table.write({ put: { ...keys.shardOwner(7), generation: 3 } });
      const death = dying(world.table, n, at);
      await world.change(AFTER, { table: death.table }).catch(() => {});
      if (!death.died()) {
        expect(n).toBeGreaterThan(6);
        return;
      }
      const stored = world.table.peek(keys.shardCount());
      if (stored?.changing_to !== undefined)
        await expect(agreeOnShardCount(world.table, AFTER)).rejects.toThrow(ShardCountDiffers);

      await world.change(AFTER);
      world.expectSpread(AFTER);
    }
  });

  it("may be repeated with another number, also the old one", async () => {
    for (const to of [BEFORE, 3, 400]) {
      const world = new World();
      await world.addInstances();
      await agreeOnShardCount(world.table, BEFORE);
      await world.change(300, { table: dying(world.table, 5, "before").table }).catch(() => {});

      await world.change(to);
      world.expectSpread(to);
    }
  });
});

describe("while a session task runs", () => {
  let world: World;
  let beats = 1;
  const beat = () => world.table.write({ put: { ...keys.task("task-1"), run: "r", beat: beats++ } });
  beforeEach(async () => {
    world = new World();
    await world.addInstances();
    await agreeOnShardCount(world.table, BEFORE);
    await beat();
  });

  it("the number of shards is not changed, and the task may go on and others begin", async () => {
    const clock = quickClock(() => void beat());
    await expect(world.change(AFTER, { clock })).rejects.toThrow(TaskRuns);
    world.expectSpread(BEFORE);
    await agreeOnShardCount(world.table, BEFORE);
  });

  it("a change that broke off before stays marked, so that none begins", async () => {
    await world.table.write({ put: { ...keys.shardCount(), count: BEFORE, changing_to: AFTER } });
    await expect(world.change(AFTER, { clock: quickClock(() => void beat()) })).rejects.toThrow(/sessionTasks to 0/);
    await expect(agreeOnShardCount(world.table, AFTER)).rejects.toThrow(/being changed to 5.*shards change --to 5/);
  });

  it("one that died and left its item holds nothing up", async () => {
    await world.change(AFTER);
    world.expectSpread(AFTER);
    expect(world.lines[0]).toMatch(/^1 task has not signed off/);
  });

  it("a second change at the same time is refused", async () => {
    let isMarkedByAnother = false;
    const clock = quickClock(() => {
      void world.table.write({ put: { ...keys.shardCount(), count: 300, changing_to: 300 } }).then(() => {
        isMarkedByAnother = true;
      });
    });
    await expect(world.change(AFTER, { clock })).rejects.toThrow();
    expect(isMarkedByAnother).toBe(true);
  });
});

describe("a task", () => {
  it("that is set to another number than the table has does not begin", async () => {
    const table = new MemoryTable();
    await agreeOnShardCount(table, 256);
    await agreeOnShardCount(table, 256);
    await expect(agreeOnShardCount(table, 512)).rejects.toThrow(
      /over 256 shards, but this task is set to 512.*shardCount back to 256.*shards change --to 512/,
    );
  });

  it("does not begin on a table whose earlier tasks had another number and wrote none down", async () => {
    const table = new MemoryTable();
    for (let shard = 0; shard < 32; shard++) {
      await table.write({ put: { ...keys.shardOwner(shard), task: "task-1", generation: 1 } });
    }
    await expect(agreeOnShardCount(table, 256)).rejects.toThrow(/over 32 shards, but this task is set to 256/);
    await expect(agreeOnShardCount(table, 256)).rejects.toThrow(ShardCountDiffers);
    await agreeOnShardCount(table, 32);
    expect(table.peek(keys.shardCount())).toEqual({ ...keys.shardCount(), count: 32 });
  });

  it("that begins beside the very first one agrees with it, though few shards have an owner yet", async () => {
    const table = new MemoryTable();
    const ofTheSecond: Table = {
      get: (key) => table.get(key),
      getMany: (keys) => table.getMany(keys),
      write: (write) => table.write(write),
      transact: (writes) => table.transact(writes),
      async query(range) {
        await agreeOnShardCount(table, 8);
        await table.write({ put: { ...keys.shardOwner(0), task: "task-1", generation: 1 } });
        return table.query(range);
      },
    };
    await agreeOnShardCount(ofTheSecond, 8);
    expect(table.peek(keys.shardCount())).toEqual({ ...keys.shardCount(), count: 8 });
  });
});

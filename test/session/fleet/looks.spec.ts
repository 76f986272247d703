import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import type { Item, Table } from "../../../core/store/table.ts";
import { lookUnitsASec } from "../../../lib/idle-bill/idle-load.ts";
import { HOURS_A_MONTH, PRICES } from "../../../lib/prices.ts";
import { itemBytes } from "../../../local/aws/dynamo/capacity.ts";
import { removeDeadTask } from "../../../session-service/fleet/shard-ownership.ts";
import { Supervisor } from "../../../session-service/fleet/supervisor.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { emptyQueues, fleetDeps } from "../support/fleet-deps.ts";

const SHARDS = 256;
/** The maximum monthly cost of an idle task's checks on a small stage, in USD. */
const LOOKS_USD = 0.15;
const HOUR_MS = 3_600_000;
const READ_UNIT_BYTES = 4_096;

/** Creates an ID like those that ECS assigns to tasks. */
const idOf = (n: number) => `task-6f1d3a52-0c1b-4f0e-9a57-00000000000${n}`;

/** Returns an item's size by DynamoDB's rules. */
const bytesOf = (item: Item) =>
  itemBytes(
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, { [typeof value === "number" ? "N" : "S"]: String(value) }]),
    ),
  );

/** Tasks that share one in-memory table and a clock that the test advances. */
class Fleet {
  readonly table = new MemoryTable();
  readonly tasks: Supervisor[] = [];
  /** The units that all tasks together have consumed. */
  units = { read: 0, written: 0 };
  readonly #dead = new Set<number>();

  async start(): Promise<Supervisor> {
    const n = this.tasks.length;
    const task = new Supervisor(fleetDeps({ table: this.#counted(n) }), {
      identity: { task_id: idOf(n), run: `run-6f1d3a52-0c1b-4f0e-9a57-${n}` },
      shardCount: SHARDS,
      queueCount: 4,
      alsoReadQueueCount: null,
      queues: emptyQueues,
    });
    this.tasks.push(task);
    await task.start();
    return task;
  }

  /** Leaves a task's table requests unanswered from now on, as if the task had been killed. */
  kill(n: number): void {
    this.#dead.add(n);
  }

  async stop(): Promise<void> {
    const living = this.tasks.filter((_, n) => !this.#dead.has(n));
    const stopped = Promise.all(living.map((task) => task.stop()));
    await vi.advanceTimersByTimeAsync(1_000);
    await stopped;
    vi.useRealTimers();
  }

  /** Advances time until the condition holds. @returns how many seconds this took, to a tenth of a second. */
  async secondsUntil(isSo: () => boolean): Promise<number> {
    for (let tenths = 0; tenths <= 600; tenths++) {
      if (isSo()) return tenths / 10;
      await vi.advanceTimersByTimeAsync(100);
    }
    throw new Error("It did not come to that within a minute.");
  }

  #counted(n: number): Table {
    const hooked = this.table.withHook(() => (this.#dead.has(n) ? new Promise(() => {}) : undefined));
    return {
      get: (key) => hooked.get(key),
      getMany: (keys) => hooked.getMany(keys),
      transact: (writes, options) => hooked.transact(writes, options),
      query: async (range) => {
        const page = await hooked.query(range);
        const bytes = page.items.reduce((sum, item) => sum + bytesOf(item), 0);
        this.units.read += Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES));
        return page;
      },
      write: (write) => {
        this.units.written++;
        return hooked.write(write);
      },
    };
  }
}

describe("looks at the fleet", () => {
  let fleet: Fleet;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
    fleet = new Fleet();
  });
  afterEach(() => fleet.stop());

  it(`of one idle task cost less than ${LOOKS_USD} USD a month, and it goes on beating every two seconds`, async () => {
    const task = await fleet.start();
    expect(task.shards).toHaveLength(SHARDS);
    expect(task.queues).toEqual([0, 1, 2, 3]);
    await vi.advanceTimersByTimeAsync(60_000);
    fleet.units = { read: 0, written: 0 };

    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(fleet.units.written).toBe(1_800);
    expect(fleet.units.read * HOURS_A_MONTH * PRICES.readUnit.usd).toBeLessThan(LOOKS_USD);
    // The calculation of the idle bill uses this number.
    expect(fleet.units.read / 3_600).toBeCloseTo(lookUnitsASec(1, SHARDS), 2);
  });

  it("of two idle tasks read the owners of the shards every half minute only", async () => {
    await fleet.start();
    await fleet.start();
    await vi.advanceTimersByTimeAsync(60_000);
    fleet.units = { read: 0, written: 0 };

    await vi.advanceTimersByTimeAsync(HOUR_MS / 10);
    expect(fleet.units.read / 2 / 360).toBeCloseTo(lookUnitsASec(2, SHARDS), 1);
  });

  it("see a task that joins within seconds, also when they have been quiet for long", async () => {
    const first = await fleet.start();
    await vi.advanceTimersByTimeAsync(60_000);
    const second = await fleet.start();
    const isEven = () => first.shards.length === SHARDS / 2 && second.shards.length === SHARDS / 2;
    expect(await fleet.secondsUntil(isEven)).toBeLessThanOrEqual(6.5);
    expect([...first.queues, ...second.queues].sort()).toEqual([0, 1, 2, 3]);
  });

  it("see who stops within a second or two", async () => {
    const first = await fleet.start();
    const second = await fleet.start();
    await vi.advanceTimersByTimeAsync(60_000);
    const stopped = second.stop();
    expect(await fleet.secondsUntil(() => first.shards.length === SHARDS)).toBeLessThanOrEqual(1.5);
    await stopped;
  });

  it("see who died 12 to 14 seconds after its last beat", async () => {
    const first = await fleet.start();
    await fleet.start();
    await vi.advanceTimersByTimeAsync(60_000);
    fleet.kill(1);
    const seconds = await fleet.secondsUntil(() => first.shards.length === SHARDS);
    expect(seconds).toBeGreaterThan(9.9);
    expect(seconds).toBeLessThanOrEqual(14);
  });

  it("see shards that were given back, and that nobody has after a death in the middle of it", async () => {
    const first = await fleet.start();
    await fleet.start();
    const third = await fleet.start();
    await fleet.secondsUntil(() => fleet.tasks.every(({ shards }) => shards.length >= 85));
    fleet.kill(1);
    await third.stop();
    await fleet.secondsUntil(() => first.shards.length === SHARDS);
  });

  it("let a task that replaces a dead one take its whole part within seconds", async () => {
    const first = await fleet.start();
    await fleet.start();
    await vi.advanceTimersByTimeAsync(60_000);
    fleet.kill(1);
    await fleet.secondsUntil(() => first.shards.length === SHARDS);
    const third = await fleet.start();
    const isEven = () => first.shards.length === SHARDS / 2 && third.shards.length === SHARDS / 2;
    expect(await fleet.secondsUntil(isEven)).toBeLessThanOrEqual(6.5);
  });

  it("remove a dead task's item only if it has not beaten since it was read", async () => {
    const { table } = fleet;
    const item = { ...keys.task("slow"), run: "run-1", beat: 7 };
    await table.write({ put: item });
    await removeDeadTask({ table }, { ...item, beat: 6 });
    expect(table.peek(keys.task("slow"))).toEqual(item);

    await removeDeadTask({ table }, item);
    expect(table.peek(keys.task("slow"))).toBeNull();
    await removeDeadTask({ table }, item); // another task was faster
  });
});

import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { type ChoreTimes, runChores } from "../../../core/operations/chores/run-chores.ts";
import { type ChorePiece, retentionChore } from "../../../core/records/chore.ts";
import { keys } from "../../../core/store/keys.ts";
import { type MessageWorld, messageWorld } from "../../support/message-world.ts";

const lasting: Date[] = [];
const TIMES: ChoreTimes = { runMs: 40_000, turnMs: 10_000 };

async function worldWith(...accounts: string[]): Promise<MessageWorld> {
  const world = await messageWorld();
  for (const id of accounts) {
    await world.table.write({ put: { ...keys.account(id), id, retention_days: 1 } });
    await world.table.write(retentionChore(id, { retention_days: 1 }, world.clock.now()) as { put: never });
    moveBy(world, 1);
  }
  return world;
}
const moveBy = ({ clock }: MessageWorld, ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms));
const run = (world: MessageWorld, retention: ChorePiece, times = TIMES) =>
  runChores(
    { ...world.deps, onLasting: () => lasting.push(world.clock.now()) },
    { retention, deletion: retention, export: retention, import: retention },
    times,
  );
const choreOf = (world: MessageWorld, account: string) => world.table.peek(keys.chore("retention", account));

describe("the chores of accounts", () => {
  it("get turns, so that a long one does not hold up another account's", async () => {
    const world = await worldWith("acc_long", "acc_short");
    const done: string[] = [];

    await run(world, async ({ id }) => {
      done.push(id);
      moveBy(world, 5_000);
      return id === "acc_short" ? { kind: "over" } : { kind: "more", place: `${done.length}` };
    });

    expect(done.slice(0, 4)).toEqual(["acc_long", "acc_long", "acc_short", "acc_long"]);
    expect(choreOf(world, "acc_short")).toBeNull();
  });

  it("end with the run's time, and continue where they ended", async () => {
    const world = await worldWith("acc_1");
    const places: (string | undefined)[] = [];
    const piece: ChorePiece = async (_, { after }) => {
      places.push(after);
      moveBy(world, 15_000);
      return { kind: "more", place: `${Number(after ?? 0) + 1}` };
    };

    await run(world, piece);
    await run(world, piece);

    expect(places).toEqual([undefined, "1", "2", "3", "4", "5"]);
    expect(choreOf(world, "acc_1")?.run).toBeUndefined();
  });

  it("are never worked on by two runs at once", async () => {
    const world = await worldWith("acc_1");
    let inside = 0;

    await run(world, async () => {
      inside += 1;
      expect(await run(world, async () => ({ kind: "over" }))).toBe(0);
      return { kind: "over" };
    });

    expect(inside).toBe(1);
  });

  it("whose worker died go on when its lease has ended, and what it still writes is refused", async () => {
    const world = await worldWith("acc_1");
    let late = 0;

    await run(world, async () => {
      moveBy(world, 3 * MINUTE_MS);
      late = await run(world, async () => ({ kind: "rests", until: new Date(world.clock.now().getTime() + HOUR_MS) }));
      return { kind: "more", place: "stale" };
    });

    expect(late).toBe(1);
    expect(choreOf(world, "acc_1")?.after).toBeUndefined();
  });

  it("that fail are reported, tried again later and later, and hold up nobody", async () => {
    const world = await worldWith("acc_bad", "acc_good");
    const piece: ChorePiece = async ({ id }) => {
      if (id === "acc_bad") throw new Error("It can't be done.");
      return { kind: "over" };
    };

    await expect(run(world, piece)).rejects.toThrow("Chores failed");
    expect(choreOf(world, "acc_good")).toBeNull();
    expect(await run(world, piece)).toBe(0);
    moveBy(world, MINUTE_MS);
    await expect(run(world, piece)).rejects.toThrow("Chores failed");

    expect(choreOf(world, "acc_bad")).toMatchObject({ tries: 2 });
    expect(Date.parse(String(choreOf(world, "acc_bad")?.due))).toBe(world.clock.now().getTime() + 2 * MINUTE_MS);
    expect(lasting).toEqual([]);
    for (let hours = 0; hours < 6; hours++) {
      moveBy(world, HOUR_MS);
      await expect(run(world, piece)).rejects.toThrow("Chores failed");
    }
    expect(lasting.length).toBeGreaterThan(1);
  });

  it("stop between two pieces when the process is to end, and are free for another one at once", async () => {
    const world = await worldWith("acc_1");
    let pieces = 0;

    await run(world, async () => ({ kind: "more", place: `${++pieces}` }), { ...TIMES, mayGoOn: () => pieces < 2 });

    expect(choreOf(world, "acc_1")).toMatchObject({ after: "2" });
    expect(choreOf(world, "acc_1")?.run).toBeUndefined();
  });

  it("of an account that is gone end", async () => {
    const world = await worldWith("acc_1");
    await world.table.write({ delete: keys.account("acc_1") });

    await run(world, async () => {
      throw new Error("There is no account.");
    });

    expect(choreOf(world, "acc_1")).toBeNull();
  });
});

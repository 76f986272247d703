import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import { countFigure, writeFigures } from "../../../core/operations/figures/count-figures.ts";
import { readFigures } from "../../../core/records/figures.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import type { Write } from "../../../core/store/table.ts";
import { MemoryTable, type TableOperation } from "../../support/memory-table.ts";
import { ACCOUNT, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const ANNA = "usr_01JD3X4Y5Z6A7B8C9D0E1F2G3H";

let world: MessageWorld;
/** How many consecutive writes of figures fail, and whether they fail before or after taking effect. */
let fails: { phase: "before" | "after"; times: number };
let before: ((operation: { writes: Write[] }) => Promise<void>) | null;

const isFigures = (operation: TableOperation): operation is TableOperation & { writes: Write[] } =>
  operation.kind === "write" && operation.writes.some((write) => "update" in write && isOurs(write.update.pk));
const isOurs = (pk: string) => pk === keys.figures(INSTANCE, "", "").pk;

beforeEach(async () => {
  fails = { phase: "before", times: 0 };
  before = null;
  const table = new MemoryTable({
    hook: async (operation, phase) => {
      if (!isFigures(operation)) return;
      if (phase === "before") await before?.(operation);
      if (phase !== fails.phase || fails.times === 0) return;
      fails.times--;
      throw new Error("the answer was lost");
    },
  });
  world = await messageWorld(null, table);
});

const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const write = () => writeFigures(world.deps, INSTANCE);
const today = () => world.clock.now().toISOString().slice(0, 10);
const hour = () => world.clock.now().getUTCHours();
/** Sends a message with an origin that a request can't have. The origin is set while the message is waiting. */
async function automatic(origin: "auto" | "broadcast") {
  const { message } = await world.send("We are closed");
  await world.table.write({ update: keys.message(ACCOUNT, message.id), set: { origin } });
  const row = (await world.table.get({ pk: instanceLane(INSTANCE), sk: message.row ?? "" })) as LaneRow;
  await world.go(row, { ...message, origin });
}
async function stored(user = "") {
  const { days } = await readFigures(world.table, INSTANCE, "2026-01-01", "2027-12-31");
  return days.filter((one) => one.user === user);
}

describe("the figures of a number", () => {
  it("have each message once, however often the network brings it, and the time until the team's first answer", async () => {
    const first = { network_id: "3EB0A" };
    await world.write("Roses?", first);
    await world.write("Roses?", first);
    pass(10 * MINUTE_MS);
    await world.write("Hello?");
    await world.sent("Yes", { origin: "panel", user_id: ANNA });
    await world.sent("Red ones", { origin: "panel", user_id: ANNA });

    await write();

    const answered = { an: 1, a1: 1, as: expect.closeTo(600, -1) };
    expect(await stored()).toEqual([
      { day: today(), user: "", sums: { [`i${hour()}`]: 2, [`o${hour()}`]: 2, ...answered } },
    ]);
    expect(await stored(ANNA)).toEqual([{ day: today(), user: ANNA, sums: { o: 2, ...answered } }]);
  });

  it("have an answer that is typed on the phone, and none of an automation or a broadcast", async () => {
    await world.write("Roses?");
    for (const origin of ["auto", "broadcast"] as const) await automatic(origin);
    await write();
    expect((await stored())[0]?.sums).toEqual({ [`i${hour()}`]: 1, [`o${hour()}`]: 2, m: 1 });

    await world.write("Yes", { from_me: true });
    await write();
    expect((await stored())[0]?.sums).toMatchObject({ [`o${hour()}`]: 3, an: 1, a0: 1 });
  });

  it("cost one write for all messages of some minutes, and none if there were none", async () => {
    const count = () => world.table.partition(keys.figures(INSTANCE, "", "").pk).length;
    await write();
    expect(count()).toBe(0);
    let writes = 0;
    const seen = new MemoryTable();
    await seen.write({ put: { ...keys.sending(INSTANCE), rev: 0 } });
    for (let n = 0; n < 50; n++) countFigure(seen, INSTANCE, { direction: "in", at: world.clock.now().getTime() });
    const original = seen.write.bind(seen);
    seen.write = (one) => {
      writes++;
      return original(one);
    };

    await writeFigures({ ...world.deps, table: seen }, INSTANCE);

    expect(writes).toBe(1);
  });

  it.each(["before", "after"] as const)(
    "are neither lost nor doubled by a write that fails %s it takes effect",
    async (phase) => {
      await world.write("Roses?");
      await world.sent("Yes", { origin: "panel", user_id: ANNA });
      fails = { phase, times: 1 };
      await expect(write()).rejects.toThrow("lost");
      await world.write("Thanks");
      fails = { phase, times: 1 };
      await expect(write()).rejects.toThrow("lost");

      await write();
      await write();

      expect((await stored())[0]?.sums).toMatchObject({ [`i${hour()}`]: 2, [`o${hour()}`]: 1, an: 1 });
      expect((await stored(ANNA))[0]?.sums).toMatchObject({ o: 1, an: 1 });
    },
  );

  it("are written once by two who write at the same time", async () => {
    await world.write("Roses?");

    await Promise.all([write(), write()]);

    expect((await stored())[0]?.sums).toEqual({ [`i${hour()}`]: 1 });
  });

  it("are written once by two of whom one is slower, while more is counted", async () => {
    await world.write("Roses?");
    await world.sent("Yes", { origin: "panel", user_id: ANNA });
    const faster = Promise.withResolvers<void>();
    const seen = new Set<unknown>();
    before = async ({ writes: [one] }) => {
      if (seen.size === 0)
        countFigure(world.table, INSTANCE, { direction: "out", at: world.clock.now().getTime(), user: ANNA });
      const isRepeated = seen.has(one);
      seen.add(one);
      if (isRepeated && seen.size > 1) await faster.promise;
    };

    await Promise.all([write().then(faster.resolve), write()]);

    expect((await stored(ANNA))[0]?.sums).toMatchObject({ o: 2 });
    expect((await stored())[0]?.sums).toMatchObject({ [`o${hour()}`]: 2 });
  });

  it("count a message on the number's own day", async () => {
    await world.table.write({ update: keys.sending(INSTANCE), set: { timezone: "Pacific/Kiritimati" } });
    world.clock.moveTo(new Date("2026-12-01T12:00:00Z"));
    await world.write("Roses?");
    await write();
    expect(await stored()).toEqual([{ day: "2026-12-02", user: "", sums: { i2: 1 } }]);
  });

  it("are not written for a number that is gone", async () => {
    await world.write("Roses?");
    await world.table.write({ update: keys.sending(INSTANCE), set: { removed: true } });
    await write();
    expect(await stored()).toEqual([]);
  });
});

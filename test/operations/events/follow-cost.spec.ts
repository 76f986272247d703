import { describe, expect, it } from "vitest";
import { createAccount } from "../../../core/operations/accounts/create-account.ts";
import { createKey } from "../../../core/operations/accounts/create-key.ts";
import { followStreams } from "../../../core/operations/events/follow-streams.ts";
import { openConnection } from "../../../core/operations/events/open-connection.ts";
import { eventRecords, eventRoute, eventWrites } from "../../../core/records/event.ts";
import { hasWrites } from "../../../core/store/some-writes.ts";
import { apiWorld } from "../../functions/api-world.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import { countingUnits } from "../../support/written-units.ts";

const SOURCE = "198.51.100.1";

/**
 * Creates an account as in a real stage. @returns functions that run a part of the stream and return the table units
 * that it consumed.
 */
async function costWorld() {
  const { deps, clock, table } = apiWorld();
  const { id: account } = await createAccount(deps, { name: "Test", plan: "scale" }, clock.now());
  const { id: key } = await createKey(deps, { account_id: account, kind: "read" }, clock.now());
  const caller = {
    ...{ account_id: account, key_id: key, user_id: null, role: null, kind: "read" as const },
    ...{ instance_id: null, mcp: null, plan: "scale" as const, trial_ended: false },
  };
  let frames = 0;
  const connections = {
    post: async () => {
      frames++;
      return "sent" as const;
    },
    close: async () => {},
    isOpen: async () => true,
  };
  const counted = async <T>(work: (own: typeof deps) => Promise<T>) => {
    const count = { written: 0, read: 0 };
    const result = await work({ ...deps, table: countingUnits(table, table as MemoryTable, count) });
    return { ...count, result };
  };
  return {
    clock,
    frames: () => frames,
    connect: () =>
      openConnection(
        { ...deps, connections },
        caller,
        { id: "L1=", source: SOURCE, instance_id: null, types: null, after: null },
        clock.now(),
      ),
    /** Publishes events as the gateway does. */
    write: (times: number) =>
      counted(async (own) => {
        let last: ReturnType<typeof eventRecords.of> | null = null;
        for (let n = 0; n < times; n++) {
          const draft = { account_id: account, instance_id: null, type: "call.received" as const, data: {} };
          const writes = eventWrites(own, await eventRoute(own, account, null), draft, clock.now());
          if (!hasWrites(writes)) throw new Error("The account hasn't chosen this type.");
          await own.table.transact(writes);
          const [first] = writes;
          last = eventRecords.of("put" in first ? first.put : { pk: "", sk: "" });
        }
        return last;
      }),
    /** Sends all available events, as the function does when an event triggers it. */
    follow: (up_to: string | null) =>
      counted(async (own) => {
        const until = new Date(clock.now().getTime() + 30_000);
        const work = followStreams({ ...own, connections }, [{ account_id: account, up_to, connections: null }], until);
        clock.moveTo(new Date(clock.now().getTime() + 5_000));
        expect(await work).toEqual([]);
      }),
  };
}

describe("what the stream of events costs on a stage, in units of the table", () => {
  it("is nothing for the events of an account that has no connection", async () => {
    const world = await costWorld();
    const without = await world.write(1);
    expect(without.result?.live).toBeUndefined();
  });

  it("is the same for an event of an account that has one, and a step of at most 2 written and 5 read for an event that comes alone", async () => {
    const [without, world] = [await costWorld(), await costWorld()];
    await world.connect();
    await world.follow(null);
    const [plain, marked] = [await without.write(1), await world.write(1)];
    expect([marked.written, marked.read]).toEqual([plain.written, plain.read]);
    expect(marked.result?.live).toBeDefined();

    const step = await world.follow(marked.result?.id ?? null);

    expect(world.frames()).toBe(2); // the first ping, and the event
    expect(step.written).toBeLessThanOrEqual(2);
    expect(step.read).toBeLessThanOrEqual(5);
  });

  it("is one step for fifty events that come together", async () => {
    const world = await costWorld();
    await world.connect();
    await world.follow(null);
    const alone = await world.follow((await world.write(1)).result?.id ?? null);

    const together = await world.follow((await world.write(50)).result?.id ?? null);

    expect(world.frames()).toBe(52);
    expect(together.written).toBe(alone.written);
    expect(together.read).toBeLessThan(3 * alone.read);
  });
});

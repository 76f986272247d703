import { beforeEach, describe, expect, it } from "vitest";
import { mirrorBlocklist } from "../../../core/operations/contacts/mirror-blocklist.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const INSTANCE = "inst_1";
const ANA = "15550001001";
const [ANA_ID, BEN_ID, GONE_ID] = ["9001@lid", "9002@lid", "nobody@lid"];
const OWNER = { account_id: "acc_1", instance_id: INSTANCE, fence: 3 };

describe("the list of blocked people", () => {
  let table: MemoryTable;
  beforeEach(async () => {
    table = new MemoryTable();
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 3 } });
  });
  const people = new Map([
    [ANA_ID, ANA],
    [BEN_ID, BEN_ID],
  ]);
  const mirror = (...ids: string[]) => mirrorBlocklist({ table }, OWNER, ids, async (id) => people.get(id) ?? null);
  const person = (key: string) => table.peek(keys.person(INSTANCE, key));

  it("marks whom it has gained and no more whom it has lost, by phone where one is known", async () => {
    await table.write({ put: { ...keys.person(INSTANCE, ANA), chat_id: ANA_ID } });

    await mirror(ANA_ID, BEN_ID, GONE_ID);
    expect(person(ANA)).toMatchObject({ blocked: true, chat_id: ANA_ID });
    expect(person(BEN_ID)).toEqual({ ...keys.person(INSTANCE, BEN_ID), blocked: true });

    await mirror(BEN_ID);
    expect(person(ANA)).not.toHaveProperty("blocked");
    expect(person(BEN_ID)).toMatchObject({ blocked: true });
    expect(table.peek(keys.blocklist(INSTANCE))).toMatchObject({ ids: [BEN_ID] });
  });

  it("leaves no empty record of someone who is erased just before they are unblocked", async () => {
    await mirror(ANA_ID);
    let isErased = false;
    const erased = table.withHook(async ({ kind }, phase) => {
      if (kind !== "transact" || phase === "after" || isErased) return;
      isErased = true;
      await table.write({ delete: keys.person(INSTANCE, ANA) });
    });
    await mirrorBlocklist({ table: erased }, OWNER, [], async (id) => people.get(id) ?? null);
    expect(person(ANA)).toBeNull();
  });

  it("writes nothing when it is as it was", async () => {
    await mirror(BEN_ID, ANA_ID);
    const before = structuredClone(table.all());

    await mirror(ANA_ID, BEN_ID);

    expect(table.all()).toEqual(before);
  });

  it("is done to its end by whoever comes after one that died in the middle", async () => {
    const { transact } = table;
    let left = 1;
    table.transact = async (...given) => {
      if (left-- === 0) throw new Error("the process died");
      return transact.apply(table, given);
    };
    await expect(mirror(ANA_ID, BEN_ID)).rejects.toThrow("died");
    expect(table.peek(keys.blocklist(INSTANCE))).toBeNull();
    table.transact = transact;

    await mirror(ANA_ID, BEN_ID);

    expect([person(ANA), person(BEN_ID)]).toMatchObject([{ blocked: true }, { blocked: true }]);
  });

  it("lets somebody go under their phone who was blocked by their private id and turned out to be it", async () => {
    await mirror(BEN_ID);
    const ben = "15550001002";
    await table.write({ put: { ...keys.person(INSTANCE, BEN_ID), merged_into: ben } });
    await table.write({ put: { ...keys.person(INSTANCE, ben), blocked: true } });

    await mirror();

    expect(person(ben)).not.toHaveProperty("blocked");
  });

  it("is refused to a task that has lost the instance", async () => {
    const stale = { ...OWNER, fence: 2 };
    await expect(mirrorBlocklist({ table }, stale, [ANA_ID], async () => ANA)).rejects.toThrow(FenceLost);
  });
});

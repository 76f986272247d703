import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import type { Write } from "../../../core/store/table.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableHook } from "../../support/memory-table.ts";
import { SessionWorld } from "../support/session-world.ts";

const commits: Write[][] = [];
/** Work to run once, right before the commit of the text with this word. */
let before: { word: string; work: () => Promise<void> } | null = null;
const watching: TableHook = async (operation, phase) => {
  if (!("writes" in operation)) return;
  if (phase === "after") commits.push(operation.writes);
  else if (before && puts(operation.writes, "|msg_") && JSON.stringify(operation.writes).includes(before.word)) {
    const { work } = before;
    before = null;
    await work();
  }
};

const placeOf = (write: Write): string => {
  const { pk, sk } =
    "put" in write ? write.put : "update" in write ? write.update : "delete" in write ? write.delete : write.check;
  return `${pk}|${sk}`;
};
const puts = (writes: Write[], part: string) => writes.some((write) => "put" in write && placeOf(write).includes(part));

describe("a text that comes in", () => {
  let world: SessionWorld;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create(watching);
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
    await arrives("The first one, which makes them known");
  });
  afterAll(() => world.tearDown());

  const arrives = async (text: string) => {
    await world.stage.sandbox.write(ANA, { to: OLGA, text });
    await eventually("it", () => world.messages().some(({ body }) => body === text));
  };
  const journalRows = () =>
    world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("journal#"));

  it("is stored in the very commit of the keys that revealed it, with its event, and not journalled", async () => {
    commits.length = 0;
    await arrives("Plain");
    const storing = commits.filter((writes) => puts(writes, "|msg_"));
    expect(storing).toHaveLength(1);
    expect(puts(storing[0] ?? [], "|session#")).toBe(true);
    expect(puts(storing[0] ?? [], "|evt_")).toBe(true);
    expect(commits.some((writes) => puts(writes, "|journal#"))).toBe(false);
    // The instance's fence is only checked once, in the write of its state, which is needed anyway.
    const fences = (storing[0] ?? []).filter((write) => placeOf(write).endsWith("|RECEIVING"));
    expect(fences).toHaveLength(1);
  });

  it("goes by the journal when somebody wrote what it was planned on, and is stored once", async () => {
    commits.length = 0;
    const meanwhile = { update: keys.person(instance, ANA), set: { last_in_at: "2026-01-01T00:00:00.000Z" } };
    before = { word: "Contested", work: async () => void (await world.table.withHook(() => {}).write(meanwhile)) };
    await arrives("Contested");
    expect(before).toBeNull();
    expect(commits.some((writes) => puts(writes, "|journal#"))).toBe(true);
    await eventually("the journal to be empty", () => journalRows().length === 0);
    expect(world.messages().filter(({ body }) => body === "Contested")).toHaveLength(1);
    expect(world.events("message.received").filter(({ body }) => body === "Contested")).toHaveLength(1);
  });

  it("goes by the journal behind what came before it and is not stored yet, in the order in which they came", async () => {
    commits.length = 0;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    before = {
      word: "Contested first",
      work: async () => {
        await world.stage.sandbox.write(ANA, { to: OLGA, text: "Second of two" });
        await held;
      },
    };
    const first = arrives("Contested first");
    await eventually("the first to be held up", () => before === null);
    release();
    await first;
    await eventually("both", () => world.messages().some(({ body }) => body === "Second of two"));
    const told = world.events("message.received").map(({ body }) => body);
    expect(told.slice(-2)).toEqual(["Contested first", "Second of two"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatChoice } from "../../../core/operations/chats/find-chosen-chats.ts";
import { type ChatPage, listChats } from "../../../core/operations/chats/list-chats.ts";
import type { StoredChat } from "../../../core/records/chats/stored-chat.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { chatOf } from "../../support/stored-chats.ts";

const INSTANCES = ["inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H", "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3J"];

interface Made {
  instance: string;
  phone: string;
  ms: number;
  last_id: string;
  waits: boolean;
  labelled: boolean;
  hidden: boolean;
}

/** Chats of two instances. Many of them have the same time. */
const chats = fc
  .array(
    fc.record({
      instance: fc.constantFrom(...INSTANCES),
      ms: fc.integer({ min: 1_000, max: 1_200 }),
      waits: fc.boolean(),
      labelled: fc.boolean(),
      hidden: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
    { maxLength: 330, size: "max" },
  )
  .map((all) =>
    all.map((one, i): Made => {
      const ulid = String(i * 7_919).padStart(10, "0");
      return { ...one, phone: `55119${String(i).padStart(8, "0")}`, last_id: `msg_01JD3X4Y5Z6A7B8C${ulid}` };
    }),
  );
const choices = fc.record({ waiting: fc.constantFrom(null, true, false), label_id: fc.constantFrom(null, 1) });

async function stored(table: MemoryTable, all: Made[]): Promise<void> {
  for (const { instance, phone, ms, last_id, waits, labelled, hidden } of all) {
    const fields = {
      ...{ last_ms: ms, last_id, ...(waits && { waiting_since_ms: ms }), ...(labelled && { labels: [1] }) },
      ...(hidden && { hidden_ms: ms }),
    };
    await table.write({ put: chatOf(instance, phone, fields) });
    if (labelled) await table.write({ put: { ...keys.labelled(instance, 1, phone) } });
  }
}

/** Loads all pages, either from the place where the previous page ended or by page number. */
async function everyPage(table: MemoryTable, choice: ChatChoice, by: "place" | "number"): Promise<StoredChat[]> {
  const all: StoredChat[] = [];
  let after: string | null = null;
  for (let page = 1; ; page++) {
    const found: ChatPage = await listChats({ table }, INSTANCES, choice, {
      page,
      after: by === "place" ? after : null,
    });
    all.push(...found.chats);
    after = found.next;
    if (after === null) return all;
  }
}

describe("the pages of a list of chats", () => {
  it("hold each chat that is asked for once, in order, however they are chosen", async () => {
    const property = fc.asyncProperty(chats, choices, async (all, choice) => {
      const table = new MemoryTable();
      await stored(table, all);

      const found = await everyPage(table, choice, "place");
      const counted = await everyPage(table, choice, "number");

      const wanted = all
        .filter(({ hidden, waits, labelled }) => {
          if (hidden || (choice.label_id !== null && !labelled)) return false;
          return choice.waiting === null || choice.waiting === waits;
        })
        .toSorted((a, b) => b.ms - a.ms || (a.last_id > b.last_id ? -1 : 1));
      expect(found.map(({ key }) => key)).toEqual(wanted.map(({ phone }) => phone));
      expect(counted.map(({ key }) => key)).toEqual(wanted.map(({ phone }) => phone));
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it("hold no chat twice while chats move and the indexes lag behind", async () => {
    let now = 1_000_000;
    let lag = 0;
    const table = new MemoryTable({ now: () => now, indexLagMs: () => lag });
    const all = fc.sample(chats, { numRuns: 1, seed: 7 })[0] ?? [];
    await stored(table, all);
    lag = 900;
    for (const [i, made] of all.entries()) {
      now += 100;
      await stored(table, [{ ...made, ms: 5_000 + i, waits: !made.waits }]);
      const choice: ChatChoice = { waiting: [null, true, false][i % 3] ?? null, label_id: null };
      const { chats: page } = await listChats({ table }, INSTANCES, choice, { page: 1, after: null });
      const names = page.map(({ instance_id, key }) => `${instance_id} ${key}`);
      expect(new Set(names).size).toBe(names.length);
      const times = page.map(({ record }) => record.last_ms ?? 0);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      for (const { record } of page) {
        if (choice.waiting !== null) expect(record.waiting_since_ms !== undefined).toBe(choice.waiting);
      }
    }
  });
});

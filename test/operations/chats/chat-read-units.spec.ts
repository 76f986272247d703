import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { idBound } from "../../../core/domain/ulid-bound.ts";
import type { ChatChoice } from "../../../core/operations/chats/find-chosen-chats.ts";
import { listChats } from "../../../core/operations/chats/list-chats.ts";
import { presentChats } from "../../../core/operations/chats/present-chat.ts";
import { searchChats } from "../../../core/operations/chats/search-chats.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import { readHistory } from "../../../core/records/chats/chat-history.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { countingReads } from "../../support/read-units.ts";
import { chatOf, storedMessage } from "../../support/stored-chats.ts";

// Measures the cost of listing 5,000 chats in DynamoDB's read units. The limits are those in docs/decisions/0076 plus a
// tenth.

const ACCOUNT = "acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const INSTANCE = "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const SISTERS = Array.from({ length: 24 }, (_, i) => `inst_01JD3X4Y5Z6A7B8C9D0E1F2H${String(i).padStart(2, "0")}`);
const CHATS = 5_000;
const NOW = new Date("2026-11-20T09:30:05.000Z");
const ALL: ChatChoice = { waiting: null, label_id: null };
const CALLER: Caller = {
  ...{ account_id: ACCOUNT, key_id: "key_1", user_id: null, role: null, kind: "full", instance_id: null },
  ...{ mcp: null, plan: "scale", trial_ended: false },
};

const stored = new MemoryTable();
let table: ReturnType<typeof countingReads>;

/**
 * Every other person is waiting, and every fourth has the label. All of these people are on the newest instance's
 * pages.
 */
beforeAll(async () => {
  await fill(INSTANCE, CHATS);
  for (const sister of SISTERS) await fill(sister, 60);
});
beforeEach(() => {
  table = countingReads(stored);
});

async function fill(instance: string, count: number): Promise<void> {
  const order = Array.from({ length: count }, (_, i) => i);
  for (const i of order) {
    const phone = String(5511900000000 + i);
    const at = NOW.getTime() - i * 60_000;
    const last_id = `msg_01JD3X4Y5Z6A7B8C9D0E${String(i).padStart(6, "0")}`;
    const person = {
      ...{ phone, chat_id: `${phone}@s.whatsapp.net`, private_id: `1234567890${i}@lid`, name: `Ana Souza ${i}` },
      ...{
        contact_name: "Ana 🌷 e José da padaria",
        last_in_at: new Date(at).toISOString(),
        last_in_id: "3EB0A1B2C3D4",
      },
      ...{ first_in_at: NOW.toISOString(), last_id, last_ms: at, received: 12, read_to: 9, archived: false },
      ...(i % 2 === 0 && { waiting_since_ms: at }),
      ...(i % 4 === 0 && { labels: [1] }),
      // The newest chats are open and unassigned. Most of the older ones are closed.
      ...(i >= 1_000 && i % 5 !== 0 && { closed_ms: at }),
      ...(i >= 200 && i % 4 === 0 && { assignee: "usr_1" }),
    };
    await stored.write({ put: chatOf(instance, phone, person) });
    const own = { account_id: ACCOUNT, instance_id: instance };
    await stored.write({ put: storedMessage(own, last_id, NOW, { phone, person: phone, body: "Is it ready?" }) });
    if (i % 4 === 0) await stored.write({ put: { ...keys.labelled(instance, 1, phone) } });
    if (i >= 200 && i % 4 === 0) await stored.write({ put: { ...keys.assigned(instance, "usr_1", phone) } });
  }
}

/** Returns the number of chats on a page and the number of units needed to load it. */
async function units(choice: ChatChoice, page: number, instances = [INSTANCE]) {
  const { chats } = await listChats({ table }, instances, choice, { page, after: null });
  await presentChats({ table }, ACCOUNT, chats, NOW);
  return { shown: chats.length, units: table.units };
}

describe("the read units of lists of 5,000 chats", () => {
  it.each([
    ["the first page", ALL, 1, 101],
    ["the hundredth page", ALL, 100, 173],
    ["those who wait", { ...ALL, waiting: true }, 1, 240],
    ["those who wait, page 50", { ...ALL, waiting: true }, 50, 240],
    ["those who do not wait", { ...ALL, waiting: false }, 1, 240],
    ["a label", { ...ALL, label_id: 1 }, 1, 230],
    ["a label, its last page", { ...ALL, label_id: 1 }, 25, 230],
    ["the open ones", { ...ALL, team: { closed: false, snoozed: false, now: NOW } }, 1, 103],
    ["the closed ones", { ...ALL, team: { closed: true, now: NOW } }, 1, 170],
    ["a member's", { ...ALL, team: { assignee: "usr_1", now: NOW } }, 1, 180],
    ["nobody's", { ...ALL, team: { assignee: null, now: NOW } }, 1, 103],
  ] as const)("%s", async (_what, choice, page, most) => {
    const { shown, units: used } = await units(choice, page);

    expect(shown).toBe(50);
    expect(used).toBeGreaterThan(100);
    expect(used).toBeLessThanOrEqual(most * 1.1);
  });

  it("the first page of an account's 25 instances", async () => {
    expect((await units(ALL, 1, [INSTANCE, ...SISTERS])).units).toBeLessThanOrEqual((100 + 18) * 1.1);
  });

  it("a search that finds many, and one that finds one", async () => {
    const rates = { count: async () => ({ passes: true, remaining: 1, resetSec: 1 }) as never }; // counted elsewhere
    for (const [search, shown] of [
      ["jose", 50],
      ["souza 4999", 1],
    ] as const) {
      table = countingReads(stored);
      const found = await searchChats(
        { table, rates },
        { caller: CALLER, now: NOW },
        [INSTANCE],
        { ...ALL, search },
        { page: 1, after: null },
      );
      await presentChats({ table }, ACCOUNT, found.chats, NOW);

      expect(found.chats).toHaveLength(shown);
      expect(table.units).toBeLessThanOrEqual(800 * 1.1);
    }
  });

  it("a chat's history behind a thousand messages", async () => {
    const phone = "5511999990001";
    for (let i = 0; i < 2_000; i++) {
      const id = `${idBound("msg", NOW)}${String(i).padStart(16, "0")}`;
      const own = { account_id: ACCOUNT, instance_id: INSTANCE };
      await stored.write({ put: storedMessage(own, id, NOW, { phone, person: phone }) });
    }
    const chat = { instance_id: INSTANCE, type: "person", key: phone, record: {} } as const;

    const { messages } = await readHistory({ table }, ACCOUNT, chat, { limit: 50, offset: 1_000 }, NOW);

    expect(messages).toHaveLength(50);
    expect(table.units).toBeLessThanOrEqual((1_050 * 0.015 * 3 + 50) * 1.1);
  });

  it("a page of a few is read without the list", async () => {
    for (const phone of ["5511900000003", "5511904999"]) {
      await stored.write({ put: { ...keys.labelled(INSTANCE, 2, phone) } });
    }
    expect((await units({ ...ALL, label_id: 2 }, 1)).units).toBeLessThan(10);
  });
});

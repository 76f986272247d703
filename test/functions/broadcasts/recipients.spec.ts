import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { BroadcastRecipient } from "../../../core/contracts/broadcasts/broadcast.ts";
import { RECIPIENT_STATUSES } from "../../../core/contracts/broadcasts/broadcast-states.ts";
import { RECIPIENT_STATES } from "../../../core/domain/broadcasts/recipient-states.ts";
import { storeAudience } from "../../../core/operations/broadcasts/store-audience.ts";
import { emptyMessage, messageItem } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { somebody } from "../../support/made-broadcast.ts";
import { type BroadcastWorld, broadcastWorld } from "./broadcast-world.ts";

const PEOPLE = 230;
const phoneOf = (n: number) => `55119${String(n).padStart(8, "0")}`;
let world: BroadcastWorld;
let id: string;

/** Creates a broadcast with people in every state. */
beforeAll(async () => {
  world = await broadcastWorld();
  id = await world.made();
  const record = await world.record(id);
  const people = Array.from({ length: PEOPLE }, (_, n) => somebody(phoneOf(n), `Person ${n}`));
  await storeAudience(world.table, record, people);
  await world.table.write({ update: keys.broadcast(world.account, id), set: { total: PEOPLE } });
  for (let n = 0; n < PEOPLE; n++) {
    const state = RECIPIENT_STATES[(n * 7) % (RECIPIENT_STATES.length + 2)];
    if (state) await world.reaches(id, n, state);
  }
});

const page = async (query: string) => {
  const answer = await world.ask("GET", `/v1/broadcasts/${id}/recipients${query}`);
  return { data: answer.body.data as BroadcastRecipient[], next: (answer.body.links as { next: string | null }).next };
};

async function whole(query: string): Promise<BroadcastRecipient[]> {
  const all: BroadcastRecipient[] = [];
  for (let search: string | null = query; search !== null; ) {
    const { data, next } = await page(search);
    all.push(...data);
    search = next && new URL(next).search;
  }
  return all;
}

describe("GET /v1/broadcasts/{id}/recipients", () => {
  it("lists everybody in the order of their turns, as many of each status as progress says", async () => {
    const all = await whole("?limit=100");
    expect(all.map(({ phone }) => phone)).toEqual(Array.from({ length: PEOPLE }, (_, n) => phoneOf(n)));
    const { progress } = await world.read(id);
    for (const status of RECIPIENT_STATUSES) {
      expect([status, all.filter((one) => one.status === status).length]).toEqual([status, progress[status]]);
      expect(await whole(`?limit=100&status=${status}`)).toEqual(all.filter((one) => one.status === status));
    }
  });

  it("any page of any status is that part of the whole list", async () => {
    const all = await whole("?limit=100");
    const statuses = fc.constantFrom(null, ...RECIPIENT_STATUSES);
    await fc.assert(
      fc.asyncProperty(
        statuses,
        fc.nat(PEOPLE + 5),
        fc.integer({ min: 1, max: 100 }),
        async (status, offset, limit) => {
          const meant = all.filter((one) => status === null || one.status === status);
          const { data } = await page(`?limit=${limit}&offset=${offset}${status === null ? "" : `&status=${status}`}`);
          expect(data).toEqual(meant.slice(offset, offset + limit));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("names each person's message, when it came to its status, and why it failed", async () => {
    const { table, account, instance } = world;
    const at = { sent_at: "2026-11-20T10:00:00+00:00", delivered_at: "2026-11-20T10:01:00+00:00", read_at: null };
    const own = {
      ...emptyMessage(),
      id: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
      account_id: account,
      instance_id: instance,
      ttl: 1,
      ...at,
    };
    await table.write({ put: messageItem({ ...own, error_code: "not_on_messenger" }) });
    await table.write({ put: { ...keys.broadcastSent(instance, id, phoneOf(0)), message_id: own.id, ttl: 1 } });
    await world.reaches(id, 0, "delivered");
    const [first] = (await page("?limit=1")).data;
    expect(first).toEqual({
      phone: phoneOf(0),
      name: "Person 0",
      status: "delivered",
      message_id: own.id,
      error_code: "not_on_messenger",
      at: at.delivered_at,
    });
    const errors = (await whole("?limit=100&status=failed")).map(({ error_code }) => error_code);
    expect(new Set(errors)).toEqual(new Set([null, "waited_too_long", "messenger_refused"]));
  });

  it.each(["?limit=0", "?limit=101", "?offset=10001", "?status=nothing"])("%s is refused", async (query) => {
    expect((await world.ask("GET", `/v1/broadcasts/${id}/recipients${query}`)).status).toBe(422);
  });
});

import { marshall } from "@aws-sdk/util-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packItem } from "../../../core/aws/packed-items.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { endpointWorker } from "../../../core/operations/delivering/deliver-events.ts";
import { listDeliveries } from "../../../core/operations/webhooks/list-deliveries.ts";
import { testWebhook } from "../../../core/operations/webhooks/test-webhook.ts";
import { packed, unpacked } from "../../../core/records/webhooks/delivered.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item, Table, Write } from "../../../core/store/table.ts";
import { itemBytes } from "../../../local/aws/dynamo/capacity.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";
import { countingUnits } from "../../support/written-units.ts";

const PLACE = { account_id: ACCOUNT, owner: "account" } as const;
const PAGES = keys.deliveredPage(ACCOUNT, "account", "").pk;
const HEADER_BYTES = 1_024;
/** In this world, the ids in a header are shorter than in reality by this many bytes. */
const SHORTER_BYTES = 2 * 25;

let world: WebhookWorld;
let receiver: Receiver;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
  await world.change({ url: receiver.url });
  await world.look();
});
afterEach(() => receiver.stop());

const list = (status: "delivered" | null = "delivered", limit = 100, after: string | null = null) =>
  listDeliveries(world.deps, { ...PLACE, status }, { limit, after });
const listed = async () => (await list()).deliveries.map(({ event_id }) => event_id);

/** Delivers events, each in a separate run. @returns their ids, newest first. */
async function oneByOne(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.unshift(await world.publish({ n }));
    await world.look();
    world.advance(1);
  }
  return ids;
}
async function atOnce(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await world.publish({ n }));
  await world.look();
  return ids;
}
/** Returns the world's dependencies, with a table that fails on some writes. */
function withWrites(faultOf: (write: Write) => Error | false | undefined) {
  const { table } = world;
  const own: Table = {
    get: (key) => table.get(key),
    getMany: (places) => table.getMany(places),
    query: (range) => table.query(range),
    write(write) {
      const fault = faultOf(write);
      return fault ? Promise.reject(fault) : table.write(write);
    },
    transact: (writes, options) => table.transact(writes, options),
  };
  return { ...world.deps, table: own };
}
/** Loads every page of the list, with `limit` events per page. */
async function walk(limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const page = await list("delivered", limit, after);
    ids.push(...page.deliveries.map(({ event_id }) => event_id));
    after = page.next;
    if (after === null) return ids;
  }
}

describe("delivered events in the list of deliveries", () => {
  it("have their type, status code, milliseconds, tries and time, newest first", async () => {
    receiver.respondWith(204, 500, 202);
    const first = await world.publish();
    await world.look();
    const second = await world.publish();
    await world.look();
    expect(await listed()).toEqual([first]);
    world.advance(10);
    await world.look();

    const { deliveries, next } = await list();
    expect(next).toBeNull();
    expect(deliveries).toMatchObject([
      { event_id: second, type: "message.received", status: "delivered", status_code: 202, tries: 2, error: null },
      { event_id: first, status_code: 204, tries: 1, failed_at: null, next_try_at: null },
    ]);
    for (const { ms, delivered_at } of deliveries) {
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(delivered_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
    }
  });

  it("stand behind the failed and the pending ones, which tell how long their last try took", async () => {
    const [delivered = ""] = await oneByOne(1);
    receiver.respondWith(500);
    const pending = await world.publish();
    await world.look();
    const { event_id: failed } = await testWebhook(world.deps, PLACE);
    await world.look();
    expect((await list(null)).deliveries).toMatchObject([
      { event_id: failed, status: "failed", ms: expect.any(Number), delivered_at: null },
      { event_id: pending, status: "pending", ms: expect.any(Number), delivered_at: null },
      { event_id: delivered, status: "delivered" },
    ]);
    const all: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await list(null, 1, after);
      all.push(...page.deliveries.map(({ event_id }) => event_id));
      after = page.next;
      if (after === null) break;
    }
    expect(all).toEqual([failed, pending, delivered]);
  });

  it("are each listed once, however they were written and however many are asked for", async () => {
    const ids = [...(await oneByOne(3)), ...(await atOnce(30)), ...(await oneByOne(12)), ...(await atOnce(150))];
    for (const limit of [7, 100]) {
      const walked = await walk(limit);
      expect(walked).toHaveLength(ids.length);
      expect(new Set(walked)).toEqual(new Set(ids));
    }
  });

  it("cost a tenth of a unit each, and nothing within ten: the header of the lane stays below 1 KB", async () => {
    const count = { written: 0, read: 0 };
    const table = countingUnits(world.table, world.table, count);
    const deps = { ...world.deps, table };
    const unitsOfOne = async () => {
      await world.publish();
      count.written = 0;
      await runLane(deps, world.lane, endpointWorker(deps, world.lane));
      world.advance(1);
      return count.written;
    };
    const first = await unitsOfOne();
    const units = [first];
    for (let n = 2; n <= 31; n++) units.push(await unitsOfOne());
    expect(units.filter((one) => one > first)).toHaveLength(3);
    expect(units.reduce((sum, one) => sum + one - first, 0)).toBe(3);
    expect(world.table.partition(PAGES)).toHaveLength(3);
    await oneByOne(9);
    expect(world.head()?.kept).toHaveLength(10);
    const head = packItem(world.head() as Item);
    expect(itemBytes(marshall(head)) + SHORTER_BYTES).toBeLessThanOrEqual(HEADER_BYTES);
  });

  it("go on being delivered when their list can't be written, which is told", async () => {
    const before = await oneByOne(10);
    const deps = withWrites((write) => "put" in write && write.put.pk === PAGES && new Error("no room"));
    const last = await world.publish();
    expect(await runLane(deps, world.lane, endpointWorker(deps, world.lane))).toBe("worked");
    expect(receiver.requests).toHaveLength(11);
    expect(world.logged).toContainEqual({
      fields: expect.objectContaining({ left_out: 10 }),
      message: "delivered events are missing from the list of deliveries",
    });
    expect(await listed()).toEqual([last]);
    expect(before).toHaveLength(10);
  });

  it("are listed once when the run that wrote a page of them could not end", async () => {
    const before = await oneByOne(10);
    const isEnd = (write: Write) => "update" in write && write.update.sk === "HEAD" && write.remove?.includes("run");
    const deps = withWrites((write) => isEnd(write) && new Error("the process is gone"));
    await world.publish();
    await expect(runLane(deps, world.lane, endpointWorker(deps, world.lane))).rejects.toThrow("gone");
    expect(world.table.partition(PAGES)).toHaveLength(1);
    expect(await listed()).toEqual(before);

    world.advance(60);
    const later = await oneByOne(2);
    expect(await listed()).toEqual([...later, ...before]);
    expect(world.table.partition(PAGES)).toHaveLength(1);
  });

  it("leave with their events after 30 days", async () => {
    await oneByOne(1);
    const [page] = world.table.partition(PAGES);
    expect(page).toBeUndefined();
    world.advance(30 * 86_400 + 60);
    expect(await listed()).toEqual([]);
  });
});

describe("the note of a delivery", () => {
  it("is read as it was written, and a text that is none is nothing", () => {
    const note = { event_id: "evt_1", at: 1_790_000_000_123, status: 200, ms: 12, tries: 3 } as const;
    expect(unpacked(packed(note))).toEqual(note);
    expect(unpacked(packed({ ...note, ms: null }))).toEqual({ ...note, ms: null });
    for (const text of ["", "evt_1", "evt_1|!|200|1|1", "|mf|200|1|1", "evt_1|!|x||"])
      expect(unpacked(text)).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEvents } from "../../../core/operations/events/read-events.ts";
import { deleteInstance } from "../../../core/operations/instances/delete-instance.ts";
import { countKeptEvents } from "../../../core/operations/webhooks/count-kept-events.ts";
import { listDeliveries } from "../../../core/operations/webhooks/list-deliveries.ts";
import { removeDeliveries } from "../../../core/operations/webhooks/remove-deliveries.ts";
import { resendEvent } from "../../../core/operations/webhooks/resend-event.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { keys } from "../../../core/store/keys.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import type { Table } from "../../../core/store/table.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

// Tests how removing an instance affects its events. From then on, they are no longer loaded, posted or listed, while
// other events continue. Nothing is cleaned up unless a test does so.

const GONE = "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const KEPT = "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3J";
const HOUR = 3_600;

let world: WebhookWorld;
let receiver: Receiver;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
  for (const id of [GONE, KEPT]) {
    await world.table.write({ put: { ...keys.accountInstance(ACCOUNT, id), id } });
    await world.table.write({
      put: { ...keys.instance(id), id, account_id: ACCOUNT, removed_at: null, status_reason: null },
    });
    await world.table.write({ put: { ...keys.sending(id), rev: 1 } });
  }
});
afterEach(() => receiver.stop());

async function remove(): Promise<void> {
  await deleteInstance(world.deps, world.table.peek(keys.instance(GONE)) as unknown as InstanceRecord);
}
const posted = () => receiver.requests.map(({ headers }) => headers["webhook-id"]);
async function poll(after: string | null = null, limit = 50) {
  world.advance(3);
  const filter = { account_id: ACCOUNT, instance_id: null, types: null };
  const page = await readEvents(world.deps, filter, { after, limit }, world.clock.now());
  return { ...page, ids: page.bodies.map((body) => String(JSON.parse(body).id)) };
}
const deliveries = async (owner = "account") =>
  (
    await listDeliveries(world.deps, { account_id: ACCOUNT, owner, status: null }, { limit: 10, after: null })
  ).deliveries.map(({ event_id }) => event_id);

describe("the events of a removed instance", () => {
  it("are gone from reading at once; after one of them reading goes on", async () => {
    const a = await world.publish({}, KEPT);
    const b = await world.publish({}, GONE);
    const c = await world.publish({}, GONE);
    const d = await world.publish({}, KEPT);
    const e = await world.publish({}, null);
    expect((await poll()).ids).toEqual([a, b, c, d, e]);

    await remove();

    expect((await poll()).ids).toEqual([a, d, e]);
    expect((await poll(b)).ids).toEqual([d, e]);
    expect((await poll(c, 1)).ids).toEqual([d]);
    expect(await poll(a, 1)).toMatchObject({ ids: [d], next_after: d, has_more: true });
    expect(await poll(e)).toMatchObject({ ids: [], next_after: e, has_more: false });
  });

  it("move next_after on also when nothing else came", async () => {
    await world.publish({}, GONE);
    const last = await world.publish({}, GONE);
    await remove();
    expect(await poll()).toMatchObject({ ids: [], next_after: last, has_more: false });
  });

  it("are not posted any more, whether they were tried or not; those of others are", async () => {
    receiver.respondWith(500);
    await world.change({ url: receiver.url });
    const tried = await world.publish({}, GONE);
    await world.look();
    expect(posted()).toEqual([tried]);
    await world.publish({}, GONE);
    const other = await world.publish({}, KEPT);
    const account = await world.publish({}, null);
    receiver.respondWith(200);

    await remove();
    world.advance(HOUR);
    await world.look();

    expect(posted().slice(1).sort()).toEqual([other, account].sort());
    expect(world.rows()).toEqual([]);
  });

  it("are not posted to its own webhook either", async () => {
    await world.change({ url: receiver.url }, GONE);
    await world.publish({}, GONE);
    await remove();

    await world.look(world.table, endpointLane(ACCOUNT, GONE));

    expect(posted()).toEqual([]);
    expect(world.rows(endpointLane(ACCOUNT, GONE))).toEqual([]);
  });

  it("do not try a paused webhook, and are none of those kept for it once they are cleaned up", async () => {
    receiver.respondWith(500);
    await world.change({ url: receiver.url });
    await world.publish({}, GONE);
    await world.look();
    world.advance(25 * HOUR);
    await world.look();
    const kept = await world.publish({}, KEPT);
    expect(world.webhook().paused_at).toBeDefined();
    const before = posted().length;
    expect(await countKeptEvents(world.deps, ACCOUNT, "account")).toBe(2);

    await remove();
    for (let i = 0; i < 4; i++) {
      world.advance(HOUR + 1);
      await world.look();
    }
    expect(new Set(posted().slice(before))).toEqual(new Set([kept]));

    await removeDeliveries(world.deps, ACCOUNT, GONE);
    expect(await countKeptEvents(world.deps, ACCOUNT, "account")).toBe(1);
    expect(await deliveries()).toEqual([kept]);
  });

  it("that failed are neither listed nor sent again", async () => {
    receiver.respondWith(500);
    await world.change({ url: receiver.url });
    const failed = await world.publish({}, GONE);
    const waits = await world.publish({}, GONE);
    await world.table.transact([
      {
        put: {
          ...keys.failedDelivery(ACCOUNT, "account", failed),
          event_id: failed,
          account_id: ACCOUNT,
          owner: "account",
          instance_id: GONE,
          type: "message.received",
          tries: 10,
          status: 500,
          error: null,
          created_at: world.clock.now().toISOString(),
          failed_at: world.clock.now().toISOString(),
          ttl: world.event(failed).ttl,
        },
      },
      { delete: { pk: world.lane, sk: `Q#${failed}` } },
    ]);
    expect(await deliveries()).toEqual([failed, waits]);

    await remove();

    expect(await deliveries()).toEqual([]);
    await expect(resendEvent(world.deps, { account_id: ACCOUNT, event_id: failed })).rejects.toMatchObject({
      code: "not_found",
    });

    await removeDeliveries(world.deps, ACCOUNT, GONE);
    expect(world.failed(failed)).toBeNull();
    expect(world.rows().filter(({ sk }) => !sk.startsWith("C#"))).toEqual([]);
  });

  it("cost others nothing: who removed no instance looks for none", async () => {
    await world.change({ url: receiver.url });
    await world.publish({}, KEPT);
    const asked: string[] = [];
    const { table } = world;
    const counted: Table = {
      get: (place) => table.get(place),
      query: (range) => table.query(range),
      write: (write) => table.write(write),
      transact: (writes) => table.transact(writes),
      getMany: (places) => {
        asked.push(...places.map(({ pk }) => pk));
        return table.getMany(places);
      },
    };
    await world.look(counted);

    expect(posted()).toHaveLength(1);
    expect(asked.filter((pk) => pk.endsWith("#INST"))).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import { busLane } from "../../core/operations/bus-rows.ts";
import type { BusEntry } from "../../core/ports.ts";
import { keys } from "../../core/store/keys.ts";
import { workEndpointLane } from "../../functions/workers/work-endpoint-lane.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../support/webhook-world.ts";

const LANE = busLane(ACCOUNT);
let world: WebhookWorld;
beforeEach(() => {
  world = webhookWorld();
  world.deps.busEvents = true;
});

/** The lane's wake-up comes when it is due. */
async function work(put?: (entries: BusEntry[]) => Promise<(string | null)[]>) {
  world.advance(3);
  const deps = put ? { ...world.deps, bus: { put } } : world.deps;
  const body = JSON.stringify({ lane: LANE });
  return workEndpointLane(deps, { Records: [{ messageId: "m", body } as never] }); // the parts the worker reads
}

describe("an event", () => {
  it("goes to the deployment's bus, with or without a webhook, as its envelope with the account and instance", async () => {
    const id = await world.publish({ body: "Olá" }, "inst_1");
    await work();

    expect(world.onBus).toHaveLength(1);
    expect(world.onBus[0]).toMatchObject({ source: "messaging-gateway", detail_type: "message.received" });
    expect(JSON.parse(world.onBus[0]?.detail ?? "")).toEqual({
      account_id: ACCOUNT,
      instance_id: "inst_1",
      ...JSON.parse(world.event(id).body),
    });
    expect(world.busRows()).toEqual([]);
    expect(world.head(LANE)).not.toHaveProperty("wake_at");
  });

  it("does not when the deployment is set up without, and has no row for it then", async () => {
    world.deps.busEvents = false;
    await world.publish();

    expect(world.busRows()).toEqual([]);
    expect(world.wakes).toEqual([]);
  });

  it("is not held up by the bus, nor by its own record's end", async () => {
    const id = await world.publish();
    await world.table.write({ delete: keys.event(ACCOUNT, id) });
    await work();

    expect(world.onBus).toEqual([]);
    expect(world.busRows()).toEqual([]);
  });
});

describe("a bus that does not take everything", () => {
  it("gets what is left again half a minute later", async () => {
    const ids = [await world.publish({ n: 1 }), await world.publish({ n: 2 }), await world.publish({ n: 3 })];
    const seen: string[][] = [];
    const second = async (entries: BusEntry[]) => {
      seen.push(entries.map((entry) => JSON.parse(entry.detail).id));
      return entries.map((_, i) => (i === 1 ? "ThrottlingException" : null));
    };
    await work(second);
    expect(seen).toEqual([ids]);
    expect(world.busRows()).toHaveLength(1);

    world.advance(30);
    await work();
    expect(world.onBus.map((entry) => JSON.parse(entry.detail).id)).toEqual([ids[1]]);
    expect(world.busRows()).toEqual([]);
  });

  it("or that can't be reached loses nothing", async () => {
    await world.publish();
    expect(await work(() => Promise.reject(new Error("no route")))).toEqual({ batchItemFailures: [] });
    expect(world.busRows()).toHaveLength(1);

    world.advance(30);
    await work();
    expect(world.onBus).toHaveLength(1);
  });
});

describe("a worker that dies between the bus and its own note", () => {
  it("puts the event on the bus again: at least once", async () => {
    await world.publish();
    world.advance(3);
    const dying = world.table.withHook((operation, phase) => {
      if (phase === "before" && operation.kind === "write" && "delete" in (operation.writes[0] ?? {}))
        throw new Error();
    });
    const body = JSON.stringify({ lane: LANE });
    const records = { Records: [{ messageId: "m", body } as never] };
    await workEndpointLane({ ...world.deps, table: dying }, records);
    world.advance(60);
    await ensureWake(world.deps, LANE, world.clock.now(), null);
    await workEndpointLane(world.deps, records);

    expect(world.onBus).toHaveLength(2);
    expect(world.busRows()).toEqual([]);
  });
});

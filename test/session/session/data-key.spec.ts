import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { VaultOwner } from "../../../core/ports.ts";
import { raiseFence } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { InstanceSession } from "../../../session-service/session/session.ts";
import { OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { ACCOUNT, SessionWorld } from "../support/session-world.ts";

let world: SessionWorld;
/** The owners whose data keys are currently held. `givenBack` counts how many times a key was released. */
let kept: VaultOwner[];
let givenBack: number;
beforeEach(async () => {
  world = await SessionWorld.create();
  kept = [];
  givenBack = 0;
});
afterEach(() => world.tearDown());

function keepKey(owner: VaultOwner): () => void {
  kept.push(owner);
  return () => {
    if (!kept.includes(owner)) return;
    kept.splice(kept.indexOf(owner), 1);
    givenBack++;
  };
}

describe("the data key of an instance", () => {
  it("is kept while the task has the instance, and given back when it hands the instance over", async () => {
    const instance = await world.addInstance();
    const task = await world.startTask("task-1", { keepKey });
    await eventually("its session", () => kept.length === 1);
    expect(kept).toEqual([{ instance_id: instance }]);

    await task.stop();
    expect(kept).toEqual([]);
  });

  it("is given back when the instance is removed", async () => {
    const instance = await world.addInstance();
    await world.startTask("task-1", { keepKey });
    await eventually("its session", () => kept.length === 1);

    await world.delete(instance);
    await eventually("its end", () => kept.length === 0);
  });

  it("is asked for anew when a link ends: the operator may have replaced it", async () => {
    const instance = await world.addInstance();
    await world.startTask("task-1", { keepKey });
    await world.link(instance, OLGA);
    const before = givenBack;

    await world.change(instance, "logout");
    await eventually("the end of the link", () => givenBack > before);
    expect(kept).toEqual([{ instance_id: instance }]);
  });

  it("is given back at once when another task may have the instance, and when its keys can't be read", async () => {
    const instance = await world.addInstance();
    await raiseFence(world.table, instance);
    const fence = Number(world.table.peek(keys.receiving(instance))?.fence);
    const owner = { instance_id: instance, account_id: ACCOUNT, fence };
    const record = world.instance(instance);
    const session = new InstanceSession(world.deps({ keepKey }), owner, () => true);
    await session.start(record);
    expect(kept).toHaveLength(1);
    session.abandon();
    expect(kept).toEqual([]);

    const away = { getMany: world.table.getMany, query: world.table.query };
    const failing = () => Promise.reject(new Error("away"));
    Object.assign(world.table, { getMany: failing, query: failing, get: failing });
    const next = new InstanceSession(world.deps({ keepKey }), owner, () => true);
    await expect(next.start(record)).rejects.toThrow("away");
    Object.assign(world.table, away);
    expect(kept).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { type GroupUpdate, recordGroupUpdate } from "../../core/operations/instances/record-group-update.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { keys } from "../../core/store/keys.ts";
import { memoryMedia } from "../support/memory-media.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../support/webhook-world.ts";

const OWNER = { account_id: ACCOUNT, instance_id: "inst_1", fence: 3 };
const UPDATE: GroupUpdate = {
  id: "1234",
  chat_id: "120363000000000001@g.us",
  change: "join",
  participants: [{ id: "111@lid", role: "member" }],
  subject: null,
  description: null,
  at: new Date("2026-11-20T09:30:00Z"),
};

let world: WebhookWorld;
const record = (update: Partial<GroupUpdate> = {}, owner: Partial<typeof OWNER> = {}) =>
  recordGroupUpdate({ ...world.deps, media: memoryMedia() }, { ...OWNER, ...owner }, { ...UPDATE, ...update });
const events = () => world.table.partition(keys.event(ACCOUNT, "").pk).map(({ body }) => JSON.parse(String(body)));

beforeEach(async () => {
  world = webhookWorld();
  await world.table.write({ put: { ...keys.receiving("inst_1"), fence: 3 } });
  await world.change({ url: "https://hooks.example.com/a", events: ["group.update"] });
});

describe("a change in a group", () => {
  it("is told once, however often the network tells it, and leaves out what it says nothing of", async () => {
    await record();
    await record();
    await record({ id: "1235", change: "updated", participants: [], subject: "Team" });

    const common = { instance_id: "inst_1", chat_id: UPDATE.chat_id, at: "2026-11-20T09:30:00+00:00" };
    expect(events().map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "group.update", data: { ...common, change: "join", participants: UPDATE.participants } },
      { type: "group.update", data: { ...common, change: "updated", subject: "Team" } },
    ]);
    expect(world.wakes.length).toBeGreaterThan(0);
  });

  it("has nothing written for an account that did not choose it", async () => {
    await world.change({ events: null });
    const before = world.table.all().length;
    await record();
    expect(world.table.all()).toHaveLength(before);
  });

  it("is nobody's to tell who has lost the instance", async () => {
    await expect(record({}, { fence: 2 })).rejects.toBeInstanceOf(FenceLost);
    expect(events()).toEqual([]);
  });
});

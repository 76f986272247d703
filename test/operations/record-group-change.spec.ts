import { beforeEach, describe, expect, it } from "vitest";
import type { GroupFact } from "../../core/domain/groups/group.ts";
import { applyGroupFact } from "../../core/operations/groups/apply-group-fact.ts";
import { readMembers } from "../../core/operations/groups/read-members.ts";
import {
  type GroupChange,
  type GroupEvent,
  recordGroupChange,
} from "../../core/operations/groups/record-group-change.ts";
import { groupRecords } from "../../core/records/chats/group.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { keys } from "../../core/store/keys.ts";
import { memoryMedia } from "../support/memory-media.ts";
import { GROUP, groupMember, networkGroup } from "../support/told-groups.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../support/webhook-world.ts";

const OWNER = { account_id: ACCOUNT, instance_id: "inst_1", fence: 3 };
const CARLA = { ...groupMember(9), role: "member" as const };
const JOIN: GroupEvent = {
  change: "join",
  participants: [{ id: CARLA.id, role: "member" }],
  subject: null,
  description: null,
};
const UPDATE: GroupChange = {
  id: "1234",
  group: GROUP,
  at: new Date("2026-11-20T09:30:00Z"),
  fact: { kind: "members", deed: "join", members: [CARLA], of_us: false },
  events: [JOIN],
};

let world: WebhookWorld;
const record = (update: Partial<GroupChange> = {}, owner: Partial<typeof OWNER> = {}) =>
  recordGroupChange({ ...world.deps, media: memoryMedia() }, { ...OWNER, ...owner }, { ...UPDATE, ...update });
const members = async () => {
  const stored = groupRecords.orNull(world.table.peek(keys.group("inst_1", GROUP)) as never) ?? {};
  return (await readMembers(world.table, "inst_1", { group: GROUP, record: stored })).map(({ id }) => id).toSorted();
};
const events = () => world.table.partition(keys.event(ACCOUNT, "").pk).map(({ body }) => JSON.parse(String(body)));

beforeEach(async () => {
  world = webhookWorld();
  await world.table.write({ put: { ...keys.receiving("inst_1"), fence: 3 } });
  const whole: GroupFact = { kind: "whole", group: networkGroup(), my_role: "admin" };
  await applyGroupFact(world.deps, OWNER, GROUP, whole);
  await world.change({ url: "https://hooks.example.com/a", events: ["group.update"] });
});

describe("a change in a group", () => {
  it("is told once, however often the network tells it, and leaves out what it says nothing of", async () => {
    await record();
    await record();
    const event: GroupEvent = { ...JOIN, change: "updated", participants: [], subject: "Other" };
    await record({ id: "1235", fact: { kind: "changed", subject: "Other" }, events: [event] });

    const common = { instance_id: "inst_1", chat_id: GROUP, at: "2026-11-20T09:30:00+00:00" };
    expect(events().map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "group.update", data: { ...common, change: "join", participants: JOIN.participants } },
      { type: "group.update", data: { ...common, change: "updated", subject: "Other" } },
    ]);
    expect(world.wakes.length).toBeGreaterThan(0);
  });

  it("has nothing written for an account that did not choose it", async () => {
    await world.change({ events: null });
    const before = world.table.all().length;
    await record({ fact: null });
    expect(world.table.all()).toHaveLength(before);
  });

  it("is stored all the same, and once: what comes again behind its opposite changes nothing", async () => {
    await world.change({ events: null });
    await record();
    expect(await members()).toContain(CARLA.id);
    await record({ id: "1236", fact: { kind: "members", deed: "leave", members: [CARLA], of_us: false } });
    await record();
    expect(await members()).not.toContain(CARLA.id);
  });

  it("of somebody's number is two events, told in one", async () => {
    const to = { ...CARLA, id: "7700@lid", phone: "5511900007700" };
    await record({
      fact: { kind: "renumbered", from: groupMember(2).id, to, of_us: false },
      events: [{ ...JOIN, change: "leave" }, JOIN],
    });
    expect(events().map(({ data }) => data.change)).toEqual(["leave", "join"]);
    expect(await members()).toContain(to.id);
    expect(await members()).not.toContain(groupMember(2).id);
  });

  it("is nobody's to tell who has lost the instance", async () => {
    await expect(record({}, { fence: 2 })).rejects.toBeInstanceOf(FenceLost);
    expect(events()).toEqual([]);
  });
});

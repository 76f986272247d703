import { beforeEach, describe, expect, it } from "vitest";
import type { GroupMember } from "../../../core/domain/groups/group.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { applyGroupFact } from "../../../core/operations/groups/apply-group-fact.ts";
import { endGroupList } from "../../../core/operations/groups/end-group-list.ts";
import { findMembers, readMembers } from "../../../core/operations/groups/read-members.ts";
import { requireChangeable } from "../../../core/operations/groups/require-changeable.ts";
import { type FoundGroup, requireGroup } from "../../../core/operations/groups/require-group.ts";
import { removeInstanceData } from "../../../core/operations/instances/remove-instance-data.ts";
import type { GroupRecord } from "../../../core/records/chats/group.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { type InstanceRecord, instanceRecords } from "../../../core/records/instance.ts";
import { keys } from "../../../core/store/keys.ts";
import { INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { GROUP, groupMember, LINKED_AT, networkGroup, tellGroups } from "../../support/told-groups.ts";

const OTHER = "120363020000000002@g.us";

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
  await tell([networkGroup(), networkGroup({ id: OTHER, subject: "Other" })]);
});

const deps = () => ({ table: world.table, clock: world.clock });
const tell = (...given: Parameters<typeof tellGroups> extends [unknown, unknown, ...infer R] ? R : never) =>
  tellGroups(deps(), world.own, ...given);
const end = (listed: string[], linked_at = LINKED_AT, own = world.own) =>
  endGroupList(deps(), own, { listed: new Set(listed), at: world.clock.now(), linked_at });
const group = (id: string) => world.table.peek(keys.group(INSTANCE, id)) as GroupRecord | null;
const instance = async (set: Partial<InstanceRecord> = {}): Promise<InstanceRecord> => {
  await world.table.write({ update: keys.instance(INSTANCE), set: { status: "working", ...set } });
  const record = await instanceRecords.read(world.table, INSTANCE);
  if (!record) throw new Error("The instance is gone.");
  return record;
};
const found = async (id = GROUP, set: Partial<InstanceRecord> = {}): Promise<FoundGroup> =>
  requireGroup(world.table, await instance(set), id);

describe("a complete list of groups", () => {
  it("says that a group it does not name was left, and leaves the others as they are", async () => {
    const before = group(GROUP);
    await end([GROUP]);

    expect(group(GROUP)).toEqual(before);
    expect(group(OTHER)).toMatchObject({ subject: "Other", left_ms: world.clock.now().getTime() });
    expect(group(OTHER)).not.toHaveProperty("my_role");
  });

  it("brings a group back that was left", async () => {
    await end([GROUP]);
    await tell([networkGroup(), networkGroup({ id: OTHER })]);

    expect(group(OTHER)).toMatchObject({ my_role: "admin" });
    expect(group(OTHER)).not.toHaveProperty("left_ms");
  });

  it("of an earlier link does not make the groups those of this one", async () => {
    await instance({ linked_at: "2026-11-21T09:00:00+00:00" });
    await end([GROUP, OTHER]);

    expect(await found()).toMatchObject({ isStale: true });
  });

  it("is nobody's to store who has lost the instance", async () => {
    const ended = end([], LINKED_AT, { ...world.own, fence: world.own.fence - 1 });

    await expect(ended).rejects.toBeInstanceOf(FenceLost);
    expect(group(GROUP)).toMatchObject({ my_role: "admin" });
  });
});

describe("a group that a request names", () => {
  const linkedAnew = { linked_at: "2026-11-21T09:00:00+00:00" };

  it("can be changed by an admin, while the number is connected", async () => {
    const [linked, one] = [await instance(), await found()];

    expect(() => requireChangeable(linked, one, { admin: true })).not.toThrow();
  });

  it.each<[string, Partial<InstanceRecord>, Partial<GroupRecord>, { code: string; message?: RegExp }]>([
    ["while not connected", { status: "starting" }, {}, { code: "not_connected" }],
    ["after a logout", { status: "scan_qr_code", linked_at: null }, {}, { code: "not_connected" }],
    ["of an earlier link", linkedAnew, {}, { code: "conflict" }],
    ["it is not in", {}, { my_role: undefined }, { code: "conflict", message: /not in this group/ }],
    ["by a member", {}, { my_role: "member" }, { code: "conflict", message: /Only a group admin/ }],
  ])("is not changed %s", async (_, set, record, refusal) => {
    const one = await found(GROUP, set);
    const given = { ...one, record: { ...one.record, ...record } };

    const change = async () => requireChangeable(await instance(set), given, { admin: true });
    await expect(change()).rejects.toMatchObject({
      code: refusal.code,
      message: expect.stringMatching(refusal.message ?? /./),
    });
  });

  it("can be changed before the list of this link is there, when the number came into it since", async () => {
    const linked = { linked_at: wireTime(world.clock.now()) };
    await instance(linked);
    const group = networkGroup({ id: "120363020000000005@g.us" });
    await applyGroupFact(deps(), world.own, group.id, { kind: "whole", group, my_role: "owner" });

    expect(await found(group.id, linked)).toMatchObject({ isStale: false });
    expect(await found(group.id, linkedAnew)).toMatchObject({ isStale: true });
  });

  it("is shown although it is of an earlier link; one that is not known may be there in a moment", async () => {
    expect(await found(GROUP, linkedAnew)).toMatchObject({ record: { subject: "Team" }, isStale: true });
    await expect(found("120363020000000009@g.us", linkedAnew)).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSec: 5,
    });
  });
});

describe("the members of a group", () => {
  const many = (count: number): GroupMember[] => Array.from({ length: count }, (_, n) => groupMember(n));
  const ids = async () => {
    const members = await readMembers(world.table, INSTANCE, await found());
    return members.map(({ id }) => id).sort();
  };
  const pages = () => world.table.partition(keys.groupText(INSTANCE, GROUP).pk).filter(({ sk }) => sk !== "INFO");

  it("are the same through every size of the group", async () => {
    for (const count of [3, 40, 1_000, 5_000, 70, 0, 2]) {
      await tell([networkGroup({ members: many(count) })]);

      const wanted = many(count).map(({ id }) => id);
      expect(await ids()).toEqual(wanted.sort());
    }
  });

  it("get pages anew when one by one too many have come, and nothing of the old ones stays", async () => {
    await tell([networkGroup({ members: many(30) })]);
    expect(pages()).toHaveLength(1);
    for (let n = 30; n < 80; n++) {
      const members = [groupMember(n)];
      await applyGroupFact(deps(), world.own, GROUP, { kind: "members", deed: "join", members, of_us: false });
    }

    expect(await ids()).toHaveLength(80);
    expect(pages().map(({ sk }) => sk)).toEqual(["0004", "0005", "0006", "0007"]);
  });

  it("are found by phone and by private id", async () => {
    const given = [groupMember(2).phone ?? "", groupMember(3).id, "5511999999999"];

    const people = await findMembers(world.table, INSTANCE, await found(), given);

    expect(people.map(({ member }) => member?.id ?? null)).toEqual([groupMember(2).id, groupMember(3).id, null]);
  });

  it("are found by the phone behind a private id that the group was told without it, and the other way round", async () => {
    const [hidden, open] = [groupMember(2, { phone: null }), groupMember(3, { id: "5511900000003@s.whatsapp.net" })];
    await tell([networkGroup({ members: [hidden, open] })]);
    const person = (key: string, fields: object) =>
      world.table.write({ put: { ...keys.person(INSTANCE, key), ...fields } });
    await person("5511900000002", { private_id: hidden.id });
    await person("99@lid", { merged_into: "5511900000003" });

    const people = await findMembers(world.table, INSTANCE, await found(), ["5511900000002", "99@lid", "98@lid"]);

    expect(people.map(({ member }) => member?.id ?? null)).toEqual([hidden.id, open.id, null]);
  });

  it("go with the instance, also when the task died while it stored them first", async () => {
    const big = networkGroup({ id: "120363020000000007@g.us", members: many(1_000) });
    let pagesLeft = 5;
    const dying = world.table.withHook((operation) => {
      const isPage = operation.kind === "write" && operation.writes.some((one) => "put" in one && "members" in one.put);
      if (isPage && pagesLeft-- <= 0) throw new Error("The process died.");
    });
    const fact = { kind: "whole", group: big, my_role: "member" } as const;
    await expect(applyGroupFact({ ...deps(), table: dying }, world.own, big.id, fact)).rejects.toThrow();
    expect(world.table.partition(keys.groupText(INSTANCE, big.id).pk)).not.toEqual([]);
    await world.table.write({ update: keys.instance(INSTANCE), set: { removed_at: "2026-11-22T00:00:00.000Z" } });

    await removeInstanceData(world.deps, world.own, 0);

    expect(world.table.all().filter(({ pk }) => pk.startsWith(`INST#${INSTANCE}`) && pk.includes("MEMBERS"))).toEqual(
      [],
    );
  });
});

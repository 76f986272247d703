import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { GroupMember } from "../../../core/domain/groups/group.ts";
import { readMembers } from "../../../core/operations/groups/read-members.ts";
import {
  type GroupEvent,
  type ReportedGroupChange,
  recordGroupChange,
} from "../../../core/operations/groups/record-group-change.ts";
import { groupRecords } from "../../../core/records/chats/group.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import type { TableHook } from "../../support/memory-table.ts";
import { GROUP, groupMember, networkGroup, tellGroups } from "../../support/told-groups.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

const OWN = { account_id: ACCOUNT, instance_id: "inst_1", fence: 3 };
const AT = new Date("2026-11-20T09:30:00Z");
const DEE = groupMember(4);
const NO_WORDS = { subject: null, description: null };

type Change = "join" | "leave";
const memberChange = (id: string, change: Change, one: GroupMember = DEE): ReportedGroupChange => ({
  id,
  group: GROUP,
  at: AT,
  fact: { kind: "members", deed: change, members: [one], of_us: false },
  events: [{ change, participants: [{ id: one.id, role: one.role }], ...NO_WORDS }],
});
const renamed = (id: string, subject: string): ReportedGroupChange => ({
  id,
  group: GROUP,
  at: AT,
  fact: { kind: "changed", subject },
  events: [{ change: "updated", participants: [], subject, description: null }],
});

let world: WebhookWorld;
const start = async () => {
  world = webhookWorld();
  await world.table.write({ put: { ...keys.receiving("inst_1"), fence: 3 } });
  await world.change({ url: "https://hooks.example.com/a", events: ["group.update"] });
  await tellGroups(world.deps, OWN);
};
beforeEach(start);

const record = (change: ReportedGroupChange, table: Table = world.table, own = OWN) =>
  recordGroupChange({ ...world.deps, table, media: memoryMedia() }, own, change);
const events = () => world.table.partition(keys.event(ACCOUNT, "").pk).map(({ body }) => JSON.parse(String(body)));
const told = () => events().map(({ data }) => (data as GroupEvent).change);
const stored = () => groupRecords.read(world.table, "inst_1", GROUP);
async function state() {
  const found = await stored();
  const members = found && (await readMembers(world.table, "inst_1", { group: GROUP, record: found }));
  const { subject, size, my_role } = found ?? {};
  return { subject, size, my_role, members: members?.map(({ id, role }) => `${id} ${role}`).sort() };
}

describe("a change in a group", () => {
  it("is stored and told once, however often the network tells it, and leaves out what it says nothing of", async () => {
    for (const change of [memberChange("1", "join"), memberChange("1", "join"), renamed("2", "The team")]) {
      await record(change);
    }

    const common = { instance_id: "inst_1", chat_id: GROUP, at: "2026-11-20T09:30:00+00:00" };
    expect(events().map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "group.update", data: { ...common, change: "join", participants: [{ id: DEE.id, role: "member" }] } },
      { type: "group.update", data: { ...common, change: "updated", subject: "The team" } },
    ]);
    expect(await state()).toMatchObject({ subject: "The team", size: 4 });
    expect(world.wakes.length).toBeGreaterThan(0);
  });

  it("that comes again behind its opposite changes nothing", async () => {
    await record(memberChange("1", "join"));
    await record(memberChange("2", "leave"));
    await record(memberChange("1", "join"));

    expect(await state()).toMatchObject({ size: 3 });
    expect(told()).toEqual(["join", "leave"]);
  });

  it("of a number is two events: the old one leaves, the new one joins", async () => {
    const [old] = networkGroup().members;
    const from = old?.id ?? "";
    const change: ReportedGroupChange = {
      id: "1",
      group: GROUP,
      at: AT,
      fact: { kind: "renumbered", from, to: DEE, of_us: false },
      events: [
        { change: "leave", participants: [{ id: from, role: null }], ...NO_WORDS },
        { change: "join", participants: [{ id: DEE.id, role: "owner" }], ...NO_WORDS },
      ],
    };
    await record(change);
    await record(change);

    expect(told()).toEqual(["leave", "join"]);
    expect((await state()).members).toContain(`${DEE.id} owner`);
  });

  it("has nothing written for an account that did not choose it", async () => {
    await world.change({ events: null });
    const before = world.table.all().length;
    await record({ ...renamed("1", "New"), fact: null });
    expect(world.table.all()).toHaveLength(before);
  });

  it("has nothing written but what is new of the group, for an account that did not choose it", async () => {
    await world.change({ events: null });
    const before = new Set(world.table.all().map(({ pk, sk }) => `${pk} ${sk}`));
    await record(memberChange("1", "join"));

    expect(world.table.all().filter(({ pk, sk }) => !before.has(`${pk} ${sk}`))).toEqual([]);
    expect(await state()).toMatchObject({ size: 4 });
  });

  it("of a group that nobody knows is told and not stored", async () => {
    const unknown = { ...memberChange("1", "join"), group: "120363020000000099@g.us" };
    await record(unknown);

    expect(told()).toEqual(["join"]);
    expect(world.table.peek(keys.group("inst_1", unknown.group))).toBeNull();
  });

  it("without anything to store is told alone, and without anything to tell is stored alone", async () => {
    await record({ ...renamed("1", "Kept"), fact: null });
    expect(told()).toEqual(["updated"]);
    await record({ ...renamed("2", "Silent"), events: [] });
    expect(told()).toEqual(["updated"]);
    expect(await state()).toMatchObject({ subject: "Silent" });
  });

  it("is nobody's to store who has lost the instance", async () => {
    await expect(record(memberChange("1", "join"), world.table, { ...OWN, fence: 2 })).rejects.toBeInstanceOf(
      FenceLost,
    );
    expect(events()).toEqual([]);
    expect(await state()).toMatchObject({ size: 3 });
  });

  it("goes through beside another writer of the group", async () => {
    let races = 2;
    const table = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "transact" || phase !== "before" || races-- <= 0) return;
      await record(renamed(`other ${races}`, `Other ${races}`));
    });
    await record(memberChange("1", "join"), table);

    expect(await state()).toMatchObject({ size: 4, subject: "Other 0" });
  });
});

describe("a session that dies while it stores a change", () => {
  const CHANGES: [string, () => ReportedGroupChange][] = [
    ["of one member", () => memberChange("1", "join")],
    [
      "of three hundred at once",
      () => ({
        id: "1",
        group: GROUP,
        at: AT,
        fact: {
          kind: "members",
          deed: "join",
          members: Array.from({ length: 300 }, (_, n) => groupMember(100 + n)),
          of_us: false,
        },
        events: [{ change: "join", participants: [], ...NO_WORDS }],
      }),
    ],
  ];

  it.each(CHANGES)("%s: the repeat ends as if it had not, wherever it died", async (_, make) => {
    await record(make());
    const whole = await state();
    for (let at = 0; ; at++) {
      await start();
      const dying = dyingAfter(at);
      const hasDied = await record(make(), world.table.withHook(dying)).then(
        () => false,
        () => true,
      );
      await record(make());
      await record(make());
      expect(await state()).toEqual(whole);
      expect(told()).toHaveLength(1);
      if (!hasDied) break;
    }
  });
});

/**
 * Makes the process die at the table's n-th step, either before the step is carried out or afterwards but before the
 * response arrives.
 */
function dyingAfter(steps: number): TableHook {
  let left = steps;
  return () => {
    if (left-- <= 0) throw new Error("The process died.");
  };
}

const change = fc.record({
  one: fc.integer({ min: 1, max: 5 }),
  deed: fc.constantFrom<Change>("join", "leave"),
  /** For each repeat of the change, how many places after its first arrival it arrives again. */
  again: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
});

it("repeats of the last eight changes, in any order between the others, change and tell nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 14 }), fc.boolean(), async (given, isChosen) => {
      const changes = given.map(({ one, deed }, n) => memberChange(`n${n}`, deed, groupMember(one)));
      const rows = changes.map((one, n) => [one, ...repeatsAt(given, changes, n)]);

      const results = [];
      for (const order of [changes, rows.flat()]) {
        await start();
        if (!isChosen) await world.change({ events: null });
        for (const one of order) await record(one);
        results.push({ state: await state(), told: told() });
      }
      expect(results[1]).toEqual(results[0]);
    }),
    { numRuns: 40 },
  );
});

/** Returns the earlier changes that arrive again after the n-th one. */
const repeatsAt = (given: { again: number[] }[], changes: ReportedGroupChange[], n: number): ReportedGroupChange[] =>
  given.flatMap(({ again }, of) => again.flatMap((behind) => (of + behind === n && changes[of]) || []));

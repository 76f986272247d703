import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterGroupFact } from "../../../core/domain/groups/after-group-fact.ts";
import type { GroupFact, GroupMember } from "../../../core/domain/groups/group.ts";
import type { KnownGroup } from "../../../core/domain/groups/group-fields.ts";
import { MEMBERS_KEPT_MAX } from "../../../core/domain/groups/united-members.ts";
import { groupMember, networkGroup } from "../../support/told-groups.ts";

const AT = new Date("2026-11-20T09:30:00Z");
const BEN = groupMember(2);
const DEE = groupMember(4);
const ADMIN = { role: "admin" } as const;

type Change = Extract<GroupFact, { kind: "members" }>["deed"];
const whole = (change: Parameters<typeof networkGroup>[0] = {}): GroupFact => ({
  kind: "whole",
  group: networkGroup(change),
  my_role: "admin",
});
const members = (deed: Change, who: GroupMember[], of_us = false): GroupFact => ({
  kind: "members",
  deed,
  members: who,
  of_us,
});

/** Returns the group after these facts have been applied in order. */
const groupAfter = (...facts: GroupFact[]): KnownGroup | null =>
  facts.reduce<KnownGroup | null>((known, fact) => afterGroupFact(known, fact, AT) ?? known, null);
const fieldsAfter = (...facts: GroupFact[]) => groupAfter(whole(), ...facts)?.fields;
const membersAfter = (...facts: GroupFact[]) => sorted(groupAfter(whole(), ...facts)?.members ?? []);
const sorted = (list: GroupMember[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const memberAfter = (id: string, ...facts: GroupFact[]) => membersAfter(...facts).find((one) => one.id === id);

describe("a group told whole", () => {
  it("replaces all that was known but the picture", () => {
    const known = groupAfter(
      whole(),
      { kind: "changed", picture_id: "P1" },
      whole({ subject: "Other", description: null }),
    );

    expect(known?.fields).toMatchObject({ subject: "Other", picture_id: "P1", my_role: "admin", size: 3 });
    expect(known?.fields).not.toHaveProperty("description_id");
    expect(known?.description).toBeNull();
  });

  it("that the number was never in leaves nothing", () => {
    expect(groupAfter({ kind: "whole", group: networkGroup(), my_role: null })).toBeNull();
  });

  it("keeps the settings that differ from a new group's", () => {
    const settings = { ...networkGroup().settings, join_approval: true, disappearing_seconds: 86_400 };

    expect(groupAfter(whole({ settings }))?.fields.settings).toEqual({
      disappearing_seconds: 86_400,
      join_approval: true,
    });
    expect(groupAfter(whole({ settings }), whole())?.fields).not.toHaveProperty("settings");
  });

  it("has the size that the network says, when it tells only some of the members", () => {
    expect(groupAfter(whole({ size: 900 }))?.fields.size).toBe(900);
    expect(groupAfter(whole({ size: 900 }), members("leave", [BEN]))?.fields.size).toBe(899);
  });
});

describe("members", () => {
  it("come and go once each, and the size with them", () => {
    expect(fieldsAfter(members("join", [DEE]))?.size).toBe(4);
    expect(fieldsAfter(members("join", [BEN]))?.size).toBe(3);
    expect(fieldsAfter(members("leave", [BEN, DEE]))?.size).toBe(2);
  });

  it("rise and fall", () => {
    const risen = members("promote", [{ ...BEN, ...ADMIN }]);
    expect(memberAfter(BEN.id, risen)?.role).toBe("admin");
    expect(memberAfter(BEN.id, risen, members("demote", [BEN]))?.role).toBe("member");
  });

  it("of whom nobody has told are not made up from who comes", () => {
    const known = groupAfter(members("join", [DEE], true), members("join", [BEN]));

    expect(known).toMatchObject({ fields: { my_role: "member" }, members: null });
  });

  it("keep their phone when a later fact does not say it", () => {
    expect(memberAfter(BEN.id, members("promote", [{ ...BEN, phone: null, ...ADMIN }]))?.phone).toBe(BEN.phone);
  });

  it("are found by their phone, whichever id names them", () => {
    const byPhone = { ...BEN, id: `${BEN.phone}@s.whatsapp.net` };

    expect(membersAfter(members("join", [byPhone]))).toHaveLength(3);
    expect(memberAfter(BEN.id, members("leave", [byPhone]))).toBeUndefined();
    expect(memberAfter(BEN.id, members("promote", [{ ...byPhone, phone: null, ...ADMIN }]))?.role).toBe("admin");
  });

  it("known by a private id and by the phone become one, as soon as a fact says so", () => {
    const hidden = { ...DEE, phone: null, ...ADMIN };
    const open = groupMember(9, { id: `${DEE.phone}@s.whatsapp.net`, phone: null });

    expect(membersAfter(members("join", [hidden, open]))).toHaveLength(5);
    const known = membersAfter(members("join", [hidden, open]), members("promote", [{ ...DEE, ...ADMIN }]));
    expect(known).toHaveLength(4);
    expect(known).toContainEqual({ ...DEE, ...ADMIN });
  });

  it("go on with their role under a new number", () => {
    const fact: GroupFact = { kind: "renumbered", from: BEN.id, to: DEE, of_us: false };
    const known = membersAfter(members("promote", [{ ...BEN, ...ADMIN }]), fact, fact);

    expect(known).toHaveLength(3);
    expect(known).toContainEqual({ ...DEE, ...ADMIN });
  });

  it("are kept in bounds, whatever a stranger invents", () => {
    const many = Array.from({ length: MEMBERS_KEPT_MAX + 50 }, (_, n) => groupMember(n));

    expect(groupAfter(whole({ members: many }))?.members).toHaveLength(MEMBERS_KEPT_MAX);
  });
});

describe("the number itself", () => {
  it("is in a group it joins, with its role", () => {
    expect(fieldsAfter({ kind: "left" }, members("join", [DEE], true))).toMatchObject({ my_role: "member" });
    expect(fieldsAfter({ kind: "left" }, members("join", [DEE], true))).not.toHaveProperty("left_ms");
    expect(fieldsAfter(members("demote", [DEE], true))?.my_role).toBe("member");
    expect(fieldsAfter(members("promote", [{ ...DEE, ...ADMIN }], true))?.my_role).toBe("admin");
  });

  it.each<[string, GroupFact]>([
    ["is taken out", members("leave", [DEE], true)],
    ["leaves", { kind: "left" }],
    ["sees the group end", { kind: "ended" }],
  ])("%s: the group keeps what is known of it", (_, fact) => {
    const known = fieldsAfter(fact);

    expect(known).toMatchObject({ subject: "Team", left_ms: AT.getTime() });
    expect(known).not.toHaveProperty("my_role");
  });
});

describe("a change", () => {
  it("touches what it names alone", () => {
    expect(groupAfter(whole(), { kind: "changed", subject: "New" })).toMatchObject({
      fields: { subject: "New", description_id: "D1" },
      description: { body: "Only work" },
    });
    expect(groupAfter(whole(), { kind: "changed", description: null })).toMatchObject({ description: null });
    const settings = [{ info_admins_only: true }, { join_approval: true }, { info_admins_only: false }];
    const changed = settings.map((one): GroupFact => ({ kind: "changed", settings: one }));
    expect(fieldsAfter(...changed)?.settings).toEqual({ join_approval: true });
  });

  it("of the picture forgets the copy of the one before, and keeps that of the same", () => {
    const own: GroupFact = { kind: "changed", picture_id: "P1", picture_copy: { key: "k1", stored_ms: 7 } };
    const copy = { picture_id: "P1", picture_key: "k1", picture_ms: 7 };

    expect(fieldsAfter({ kind: "changed", picture_id: "P1" }, own)).toMatchObject(copy);
    expect(fieldsAfter(own, { kind: "changed", picture_id: "P1" })).toMatchObject(copy);
    expect(fieldsAfter(own, { kind: "changed", picture_id: "P2" })).not.toHaveProperty("picture_key");
    expect(fieldsAfter(own, { kind: "changed", picture_id: null })).not.toHaveProperty("picture_id");
  });
});

const person = fc.integer({ min: 1, max: 6 }).chain((n) =>
  fc.record({
    id: fc.constantFrom(groupMember(n).id, `${groupMember(n).phone}@s.whatsapp.net`),
    phone: fc.constantFrom(groupMember(n).phone, null),
    role: fc.constantFrom("member" as const, "admin" as const),
  }),
);
const fact: fc.Arbitrary<GroupFact> = fc.oneof(
  fc.record({
    kind: fc.constant("members" as const),
    deed: fc.constantFrom<Change>("join", "leave", "promote", "demote"),
    members: fc.array(person, { maxLength: 4 }),
    of_us: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("changed" as const),
    subject: fc.string(),
    settings: fc.record({ join_approval: fc.boolean() }),
    picture_id: fc.option(fc.constantFrom("P1", "P2")),
  }),
  fc.array(person, { maxLength: 6 }).map((list) => whole({ members: list })),
  fc.constantFrom<GroupFact>({ kind: "left" }, { kind: "ended" }),
);
const comparable = (known: KnownGroup | null) => known && { ...known, members: known.members && sorted(known.members) };

describe("any facts", () => {
  it("change nothing when the last comes again", () => {
    fc.assert(
      fc.property(fc.array(fact, { minLength: 1, maxLength: 12 }), (facts) => {
        const once = groupAfter(...facts);
        const twice = afterGroupFact(once, facts.at(-1) ?? { kind: "left" }, AT) ?? once;
        expect(comparable(twice)).toEqual(comparable(once));
      }),
    );
  });

  it("name each person once, and a phone once", () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), (facts) => {
        const list = groupAfter(...facts)?.members ?? [];
        const phones = list.flatMap(({ id, phone }) => phone ?? (id.endsWith("@lid") ? [] : [id]));
        expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
        expect(new Set(phones).size).toBe(phones.length);
      }),
    );
  });

  it("keep a size that is never less than the members who are known", () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), (facts) => {
        const known = groupAfter(whole(), ...facts);
        expect(known?.fields.size ?? 0).toBeGreaterThanOrEqual(known?.members?.length ?? 0);
      }),
    );
  });
});

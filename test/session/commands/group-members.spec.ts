import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { phoneChat } from "../../../core/domain/messages/chat-id.ts";
import { addMembers } from "../../../core/operations/groups/change-members.ts";
import { createGroup } from "../../../core/operations/groups/create-group.ts";
import { groupRecords } from "../../../core/records/chats/group.ts";
import type { CommandResults, GroupCommand } from "../../../core/records/command.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { daytimeZone } from "../../support/daytime.ts";
import { eventually } from "../../support/eventually.ts";
import { picture } from "../../support/sample-files.ts";
import { GroupWorld } from "../support/group-world.ts";
import { ACCOUNT } from "../support/session-world.ts";

const [CLEO, DORA, SHY, NOBODY] = ["15550001004", "15550001005", "15550001006", "15550009999"];
const NAMESPACE = "w:g2";
type Created = CommandResults["create_group"];
type Changed = CommandResults["change_members"];

describe("people who are put into groups", () => {
  let world: GroupWorld;
  beforeAll(async () => {
    world = await GroupWorld.create();
    await world.sandbox.addPhone(CLEO, "Cleo");
    await world.sandbox.addPhone(DORA, "Dora");
    await world.sandbox.addPhone(SHY, "Shy");
    await world.sandbox.changePhone(SHY, { group_add: "nobody" });
  });
  afterAll(() => world.tearDown());
  beforeEach(async () => {
    const { table } = world.sending.world;
    await table.write({ delete: keys.limitedActions(world.sending.instance) });
    for (const { pk, sk } of table.all())
      if (pk.startsWith(keys.personDay(world.sending.instance, "", "").pk)) await table.write({ delete: { pk, sk } });
    await protect({});
  });

  /** Sets the number's protection. By default, it allows ten new people a day, and it is noon. */
  const protect = (state: object, hours = 0) => {
    const { world: session, instance } = world.sending;
    const timezone = daytimeZone(new Date(session.clock.now().getTime() + hours * 3_600_000));
    return changeSending(session.deps(), instance, (before) => {
      const fresh = { ...before, stage: 1, people_used: 0, restricted: null, settings: { timezone } };
      return { ...fresh, ...state, settings: { timezone, ...("settings" in state ? (state.settings as object) : {}) } };
    });
  };
  /** Records that these people wrote a few days ago. */
  const known = (...phones: string[]) =>
    Promise.all(
      phones.map((phone) =>
        world.sending.world.table.write({
          update: keys.person(world.sending.instance, phone),
          set: { phone, chat_id: phoneChat(phone), last_in_at: "2026-01-05T10:00:00.000Z" },
        }),
      ),
    );
  const strange = (...phones: string[]) =>
    Promise.all(
      phones.map((phone) => world.sending.world.table.write({ delete: keys.person(world.sending.instance, phone) })),
    );
  const used = () => world.sending.world.table.peek(keys.sending(world.sending.instance))?.people_used;
  const limitedActions = (kind: string) =>
    world.sending.world.table.peek(keys.limitedActions(world.sending.instance))?.[kind] ?? 0;
  const groups = () => {
    const { table } = world.sending.world;
    return table.all().filter(({ pk }) => pk === keys.group(world.sending.instance, "").pk);
  };
  const people = async (group: string) =>
    (await world.sandbox.group(group)).participants.map(({ phone }) => phone).toSorted();
  const plan = (more: object = {}): Extract<GroupCommand, { kind: "create_group" }> => ({
    ...{
      group: null,
      kind: "create_group",
      key: `key ${Math.random()}`,
      place: null,
      subject: "Team",
      description: null,
    },
    ...{ settings: {}, people: [], picture: null },
    ...more,
  });
  const change = async (group: string, deed: "add" | "remove" | "promote" | "demote", given: string[]) =>
    (await world.done<Changed>({ kind: "change_members", group, deed, people: given })).answers.map(
      ({ person, result, reason }) => [person, result, reason],
    );

  it("make a group with everything at once, but for those whom the network does not put into it", async () => {
    const { media } = world.sending.world;
    await strange(CLEO, SHY);
    const bytes = await picture("png");
    await media.put("given", bytes, { mimetype: "image/png", filename: null, maxBytes: bytes.length });
    const asked = { description: "Ours", settings: { messages_admins_only: true, disappearing_seconds: 86_400 } };

    const made = await world.done<Created>(plan({ ...asked, people: [CLEO, SHY, NOBODY], picture: { key: "given" } }));

    expect(made).toMatchObject({
      not_added: [
        { phone: SHY, reason: "privacy" },
        { phone: NOBODY, reason: "not_on_messenger" },
      ],
      has_picture: true,
    });
    const group = await world.sandbox.group(made.group);
    expect(group).toMatchObject({ subject: "Team", description: "Ours" });
    expect(await people(made.group)).toEqual([OLGA, CLEO]);
    expect(await world.record(made.group)).toMatchObject({
      ...{ subject: "Team", size: 2, my_role: "owner", picture_id: expect.any(String) },
      settings: asked.settings,
    });
    expect([used(), limitedActions("groups_created")]).toEqual([1, 1]);
  });

  it("are all added to a new group or it is not made, and nothing is counted", async () => {
    await strange(ANA, BEN, CLEO);
    await protect({ people_used: 8 });
    const before = groups().length;

    expect(await world.perform(plan({ people: [ANA, BEN, CLEO] }))).toMatchObject({
      ok: false,
      code: "limit_reached",
      retry_after_sec: expect.any(Number),
    });

    expect([used(), limitedActions("groups_created")]).toEqual([8, 0]);
    expect(groups()).toHaveLength(before);
  });

  it("are added to a group as far as the day's new people go", async () => {
    await strange(ANA, BEN, CLEO);
    const { group } = await world.done<Created>(plan());
    await protect({ people_used: 8 });

    expect(await change(group, "add", [ANA, BEN, CLEO])).toEqual([
      [ANA, "added", null],
      [BEN, "added", null],
      [CLEO, "refused", "daily_cap"],
    ]);

    expect([used(), await people(group)]).toEqual([10, [OLGA, ANA, BEN]]);
    expect(await world.record(group)).toMatchObject({ size: 3 });
  });

  it("are refused at night, while new chats are paused and while the number is restricted; who wrote is not", async () => {
    await strange(ANA);
    await known(BEN);
    const { group } = await world.done<Created>(plan());
    await protect({}, 12);
    expect(await change(group, "add", [ANA, BEN])).toEqual([
      [ANA, "refused", "quiet_hours"],
      [BEN, "added", null],
    ]);
    // If we refuse people ourselves, this doesn't count as a call to add members.
    expect(await change(group, "add", [ANA])).toEqual([[ANA, "refused", "quiet_hours"]]);
    expect(await world.perform(plan({ people: [ANA] }))).toMatchObject({ code: "limit_reached" });

    await protect({ settings: { new_chats_paused: true } });
    expect(await change(group, "add", [ANA])).toEqual([[ANA, "refused", "new_chats_paused"]]);
    expect(await world.perform(plan({ people: [ANA] }))).toMatchObject({ code: "new_chats_paused", status: 409 });
    await protect({ restricted: { until: null } });
    expect(await change(group, "add", [ANA])).toEqual([[ANA, "refused", "new_chats_paused"]]);
    expect(await world.perform(plan({ people: [ANA] }))).toMatchObject({ code: "messenger_restricted", status: 409 });
    expect(used()).toBe(0);
  });

  it("are added once a minute, each with the network's answer; who was not added is not counted", async () => {
    await known(ANA, BEN);
    await strange(SHY);
    const { group } = await world.done<Created>(plan({ people: [ANA] }));

    const { answers } = await world.done<Changed>({
      ...{ kind: "change_members", group, deed: "add" },
      people: [ANA, BEN, SHY, NOBODY],
    });
    expect(answers).toMatchObject([
      { phone: ANA, result: "already", reason: null },
      { phone: BEN, result: "added", reason: null },
      { phone: SHY, result: "refused", reason: "privacy", invite: { code: expect.any(String) } },
      { phone: NOBODY, result: "not_found", reason: "not_on_messenger" },
    ]);
    expect([used(), limitedActions("group_adds")]).toEqual([0, 1]);

    expect(await world.perform({ kind: "change_members", group, deed: "add", people: [BEN] })).toMatchObject({
      code: "limit_reached",
      retry_after_sec: expect.any(Number),
    });
  });

  it("are fifty a day of those who wrote", async () => {
    await known(ANA, BEN);
    const { group } = await world.done<Created>(plan());
    const { table } = world.sending.world;
    await change(group, "add", [ANA]);
    await table.write({
      update: keys.limitedActions(world.sending.instance),
      set: { group_adds: 50 },
      remove: ["added_ms"],
    });

    expect(await world.perform({ kind: "change_members", group, deed: "add", people: [BEN] })).toMatchObject({
      code: "limit_reached",
      message: expect.stringContaining("50 people"),
    });
    expect(limitedActions("group_adds")).toBe(50);
  });

  it("are invited by a message where their privacy forbids more, if that is wished for", async () => {
    await known(SHY);
    const { group } = await world.done<Created>(plan({ subject: "Shy ones" }));
    const { world: session, instance } = world.sending;
    const wish = { caller_account: ACCOUNT, messages_per_day: null };

    const results = await addMembers(session.deps(), session.instance(instance), { group, people: [SHY] }, wish);

    expect(results).toMatchObject([{ phone: SHY, result: "invited", reason: null }]);
    const seen = await eventually("the invitation to come", async () =>
      (await world.sandbox.messages(SHY)).find(({ from }) => from === OLGA),
    );
    expect(seen).toMatchObject({
      ...{ type: "group_invite", text: "Invitation to the group “Shy ones”" },
      group_invite: { chat_id: group, subject: "Shy ones", code: expect.any(String) },
    });
    expect(await people(group)).toEqual([OLGA]);
  });

  it("are promoted, demoted and taken out, each once", async () => {
    const { group } = await world.done<Created>(plan({ people: [ANA, BEN] }));

    expect(await change(group, "promote", [ANA, CLEO])).toEqual([
      [ANA, "promoted", null],
      [CLEO, "not_found", "not_a_member"],
    ]);
    expect(await change(group, "demote", [ANA])).toEqual([[ANA, "demoted", null]]);
    expect(await change(group, "remove", [ANA, BEN, CLEO])).toEqual([
      [ANA, "removed", null],
      [BEN, "removed", null],
      [CLEO, "not_found", "not_a_member"],
    ]);
    expect([await people(group), (await world.record(group)).size]).toEqual([[OLGA], 1]);
  });

  it("are not the linked number itself", async () => {
    const { group } = await world.done<Created>(plan());
    const removal: GroupCommand = { kind: "change_members", group, deed: "remove", people: [OLGA] };
    for (const command of [plan({ people: [OLGA] }), removal]) {
      const answer = await world.perform(command);
      expect(answer).toMatchObject({ code: "validation_failed", errors: { participants: [expect.any(String)] } });
    }
  });

  it("are given back when the number may not add anybody", async () => {
    await strange(CLEO);
    const group = await world.group({ add_admins_only: true }, { admin: false });

    const answer = await world.perform({ kind: "change_members", group, deed: "add", people: [CLEO] });

    expect(answer).toMatchObject({ ok: false, code: "conflict", message: "Only a group admin can do this." });
    expect(used()).toBe(0);
  });

  it("are not counted when the network makes no group, and a later try under the same key makes it", async () => {
    await strange(CLEO);
    const { world: session, instance } = world.sending;
    const asked = { subject: "Refused", description: null, settings: {}, people: [CLEO], picture: null };
    const create = () =>
      createGroup({ ...session.deps(), media: session.media }, session.instance(instance), {
        ...asked,
        idempotency_key: "K0",
      });
    const refusal = { kind: "refuse_queries", xmlns: NAMESPACE, request: "create", code: 406 };

    const refused = await world.during(refusal, () => create().catch((error: unknown) => error));

    expect(refused).toMatchObject({ code: "messenger_refused", status: 409 });
    expect([used(), limitedActions("groups_created")]).toEqual([0, 0]);
    const { group, replayed } = await create();
    expect([group.subject, replayed, used(), limitedActions("groups_created")]).toEqual(["Refused", false, 1, 1]);
  });

  it("are told as they are when the network's answer is lost", async () => {
    await known(ANA);
    const { group } = await world.done<Created>(plan());
    const lost = { kind: "silent_queries", xmlns: NAMESPACE, request: "promote" };
    await change(group, "add", [ANA]);

    expect(await world.during(lost, () => change(group, "promote", [ANA]))).toEqual([[ANA, "promoted", null]]);
  });

  describe("asked for more than once", () => {
    const create = (key: string | null, subject: string, people: string[] = []) => {
      const { world: session, instance } = world.sending;
      const asked = { subject, description: null, settings: {}, people, picture: null, idempotency_key: key };
      return createGroup({ ...session.deps(), media: session.media }, session.instance(instance), asked);
    };
    const called = (subject: string) =>
      groups()
        .map(groupRecords.of)
        .filter((record) => record.subject === subject);

    it("make one group under one Idempotency-Key for requests at once and again", async () => {
      const twice = await Promise.all([create("K1", "Once"), create("K1", "Once")]);
      const again = await create("K1", "Another");

      expect(new Set([...twice, again].map(({ group }) => group.id)).size).toBe(1);
      expect([...twice, again].map(({ replayed }) => replayed).toSorted()).toEqual([false, true, true]);
      expect([called("Once").length, called("Another").length, limitedActions("groups_created")]).toEqual([1, 0, 1]);
    });

    it.each([
      ["K2", "Lost"],
      [null, "Lost without a key"],
    ])("make one group when the first answer is lost: %s", async (key, subject) => {
      await strange(CLEO);
      const lost = { kind: "silent_queries", xmlns: NAMESPACE, request: "create" };
      const first = world.during(lost, async () => {
        const answer = create(key, subject, [CLEO]).catch((error: unknown) => error);
        await eventually("the group to be made", () => called(subject).length === 1);
        await world.sandbox.fault({ kind: "drop_connections" });
        return answer;
      });
      expect(await first).toMatchObject({ code: "messenger_unavailable", status: 503 });
      await eventually("the session to be open again", () => world.sending.session.isOpen());
      if (key !== null) world.sending.world.clock.moveTo(new Date(world.sending.world.clock.now().getTime() + 30_000));

      const { group, replayed } = await create(key, subject, [CLEO]);

      expect([group.id, replayed]).toEqual([called(subject)[0]?.sk, false]);
      expect([called(subject).length, limitedActions("groups_created"), used()]).toEqual([1, 1, 1]);
      // A request with another key, or a repeat without a key after the response, creates another group.
      const another = await create(key === null ? null : "K3", subject, [CLEO]);
      expect(another.group.id).not.toBe(group.id);
    });
  });
});

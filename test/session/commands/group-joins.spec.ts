import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readMembers } from "../../../core/operations/groups/read-members.ts";
import type { CommandResults, GroupCommand } from "../../../core/records/command.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { GroupWorld } from "../support/group-world.ts";

const CLEO = "15550001004";
const DORA = "15550001005";

describe("who comes to a group, and goes", () => {
  let world: GroupWorld;
  beforeAll(async () => {
    world = await GroupWorld.create();
    await world.sandbox.addPhone(CLEO, "Cleo");
    await world.sandbox.addPhone(DORA, "Dora");
  });
  afterAll(() => world.tearDown());
  beforeEach(() => world.sending.world.table.write({ delete: keys.limitedActions(world.sending.instance) }));

  const invited = async (group: string) => (await world.sandbox.group(group)).invite.split("/").at(-1) ?? "";
  const join = (invite: string) => world.perform({ kind: "join_group", group: null, invite });
  const people = async (group: string) => (await world.sandbox.group(group)).participants.map(({ phone }) => phone);
  const own = async (group: string) => {
    const { table } = world.sending.world;
    const members = await readMembers(table, world.sending.instance, { group, record: await world.record(group) });
    return members.map(({ phone }) => phone);
  };
  const counted = async (kind: string) =>
    (await world.sending.world.table.get(keys.limitedActions(world.sending.instance)))?.[kind] ?? 0;
  /** Creates a group that Ana owns and Olga doesn't belong to. */
  const foreign = async (more: Record<string, unknown> = {}) =>
    (await world.sandbox.newGroup({ subject: "Foreign", owner: ANA, participants: [BEN], ...more })).chat_id;

  /** Runs the work. Once a limited action has been counted, the network's responses to invite queries are lost. */
  async function lostOnceCounted<T>(work: () => Promise<T>): Promise<T> {
    const { table } = world.sending.world;
    const { transact } = table;
    const lost = { kind: "silent_queries", xmlns: "w:g2", request: "invite" };
    table.transact = async (writes, options) => {
      const done = await transact.call(table, writes, options);
      const { sk } = keys.limitedActions(world.sending.instance);
      if (writes.some((write) => "update" in write && write.update.sk === sk)) {
        await world.sandbox.fault({ ...lost, for_seconds: 600 });
      }
      return done;
    };
    try {
      return await work();
    } finally {
      Object.assign(table, { transact });
      await world.sandbox.fault({ ...lost, for_seconds: 0 });
    }
  }

  it("an invite is read and taken back; the old one leads nowhere", async () => {
    const group = await world.group();
    const { code } = await world.done<CommandResults["read_invite"]>({ kind: "read_invite", group });
    expect(code).toBe(await invited(group));

    const renewed = await world.done<CommandResults["revoke_invite"]>({ kind: "revoke_invite", group });
    expect([renewed.code === code, renewed.code]).toEqual([false, await invited(group)]);
    expect(await counted("invite_revokes")).toBe(1);
    for (const kind of ["preview_group", "join_group"] as const) {
      const answer = await world.perform({ kind, group: null, invite: code });
      expect(answer).toMatchObject({ ok: false, code: "group_not_found" });
    }
    expect(await counted("group_joins")).toBe(0);
  });

  it("an invite whose new code is lost may have been taken back: whoever asked is told where to look", async () => {
    const group = await world.group();
    const before = await invited(group);
    const answer = await lostOnceCounted(() => world.perform({ kind: "revoke_invite", group }));
    const message = expect.stringContaining("Check with GET");
    expect(answer).toMatchObject({ ok: false, code: "messenger_unavailable", status: 503, message });
    expect(await invited(group)).not.toBe(before);
    expect(await counted("invite_revokes")).toBe(1);
  });

  it("an invite's group is shown before it is joined", async () => {
    const group = await foreign({ description: "Ours" });
    const invite = await invited(group);
    const shown = await world.done<CommandResults["preview_group"]>({ kind: "preview_group", group: null, invite });
    expect(shown).toMatchObject({ id: group, subject: "Foreign", description: "Ours", size: 2, my_role: null });
  });

  it("a group is joined, and stands here whole when the answer comes; joining again is no join", async () => {
    const group = await foreign();
    const invite = await invited(group);
    expect(await join(invite)).toEqual({ ok: true, result: { group, requested: false } });
    expect(await world.record(group)).toMatchObject({ my_role: "member", subject: "Foreign", size: 3 });
    expect(await own(group)).toContain(OLGA);

    expect(await join(invite)).toEqual({ ok: true, result: { group, requested: false } });
    expect(await counted("group_joins")).toBe(1);
  });

  it("a join whose answer is lost is found out", async () => {
    const group = await foreign();
    const invite = await invited(group);
    const answer = await lostOnceCounted(() => join(invite));
    expect(answer).toEqual({ ok: true, result: { group, requested: false } });
    expect(await world.record(group)).toMatchObject({ my_role: "member" });
  });

  it("where admins approve it is asked for, and stands here once they do", async () => {
    const group = await foreign({ join_approval: true });
    expect(await join(await invited(group))).toEqual({ ok: true, result: { group, requested: true } });
    expect((await world.sandbox.group(group)).requests).toEqual([OLGA]);

    await world.members(group, "approve", [OLGA], ANA);
    await world.shows(group, ({ my_role }) => my_role === "member");
  });

  it("five groups a day are joined; what the network refuses is not counted", async () => {
    const full = await foreign();
    await world.sandbox.changeGroup(full, { size_limit: 2 });
    expect(await join(await invited(full))).toMatchObject({ ok: false, code: "messenger_refused" });
    expect(await join("nonsense")).toMatchObject({ ok: false, code: "group_not_found" });
    for (let n = 0; n < 5; n++) expect(await join(await invited(await foreign()))).toMatchObject({ ok: true });
    const answer = await join(await invited(await foreign()));
    expect(answer).toMatchObject({ ok: false, code: "limit_reached", retry_after_sec: expect.any(Number) });
  });

  it("people who ask are listed, let in, and turned away; who asks no more is not found", async () => {
    const group = await world.group({ join_approval: true });
    await world.members(group, "join", [BEN, CLEO, DORA]);
    await world.members(group, "withdraw", [DORA]);
    const { requests } = await world.done<CommandResults["read_join_requests"]>({ kind: "read_join_requests", group });
    expect(requests.map(({ phone }) => phone).sort()).toEqual([BEN, CLEO]);
    expect(requests[0]).toMatchObject({ requested_at: expect.stringContaining("T") });

    const approve = answering(group, "approve", [BEN, DORA]);
    const { answers } = await world.done<CommandResults["answer_join_requests"]>(approve);
    expect(answers).toMatchObject([
      { person: BEN, phone: BEN, result: "approved", reason: null },
      { person: DORA, result: "not_found", reason: null },
    ]);
    expect(await own(group)).toContain(BEN);
    const rejected = await world.done(answering(group, "reject", [CLEO]));
    expect(rejected).toMatchObject({ answers: [{ person: CLEO, result: "rejected" }] });
    expect((await world.sandbox.group(group)).requests).toEqual([]);
    expect(await people(group)).not.toContain(CLEO);
  });

  it("requests that are approved twice at once are approved once", async () => {
    const group = await world.group({ join_approval: true });
    await world.members(group, "join", [BEN, CLEO]);
    const approve = answering(group, "approve", [BEN, CLEO]);
    const both = await Promise.all([1, 2].map(() => world.done<CommandResults["answer_join_requests"]>(approve)));

    for (const person of [BEN, CLEO]) {
      const results = both.map(({ answers }) => answers.find((one) => one.person === person)?.result);
      expect(results.sort()).toEqual(["approved", "not_found"]);
    }
    expect((await own(group)).toSorted()).toEqual((await people(group)).toSorted());
  });

  it("requests whose answer is lost are looked for", async () => {
    const group = await world.group({ join_approval: true });
    await world.members(group, "join", [BEN]);
    const lost = { kind: "silent_queries", xmlns: "w:g2", request: "membership_requests_action" };
    const done = await world.during(lost, () => world.done(answering(group, "approve", [BEN])));
    expect(done).toMatchObject({ answers: [{ person: BEN, phone: BEN, result: "approved" }] });
    expect(await own(group)).toContain(BEN);
  });

  it("a group is left, also when the answer is lost, and also twice", async () => {
    for (const isLost of [false, true]) {
      const group = await world.group();
      const leave = () => world.perform({ kind: "leave_group", group });
      const lost = { kind: "silent_queries", xmlns: "w:g2", request: "leave" };
      expect(await (isLost ? world.during(lost, leave) : leave())).toEqual({ ok: true });
      expect(await world.record(group)).toMatchObject({ left_ms: expect.any(Number) });
      expect(await world.record(group)).not.toHaveProperty("my_role");
      expect(await people(group)).not.toContain(OLGA);
      expect(await leave()).toEqual({ ok: true });
    }
  });
});

const answering = (group: string, answer: "approve" | "reject", people: string[]): GroupCommand => ({
  kind: "answer_join_requests",
  group,
  answer,
  people,
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GroupRole, NetworkGroup } from "../../../core/domain/groups/group.ts";
import type { NewGroup } from "../../../session-service/baileys/queries/group-side.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { SessionWorld } from "../support/session-world.ts";
import { SettingsLine } from "../support/settings-line.ts";

const CARLA = "15550001004";
const SHY = "15550001005";
const NOBODY = "15550009999";
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]);

describe("questions and orders about groups", () => {
  let world: SessionWorld;
  let line: SettingsLine;
  let lids: Record<string, string>;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await sandbox().addPhone(CARLA, "Carla");
    await sandbox().addPhone(SHY, "Shy");
    await sandbox().changePhone(SHY, { group_add: "nobody" });
    const people = [OLGA, ANA, BEN, CARLA, SHY];
    lids = Object.fromEntries(
      await Promise.all(people.map(async (phone) => [phone, (await sandbox().phone(phone)).private_id])),
    );
    line = await (await SettingsLine.open(world)).link(world, OLGA);
  });
  afterAll(async () => {
    await line.end();
    await world.tearDown();
  });
  const sandbox = () => world.stage.sandbox;
  const lid = (phone: string) => lids[phone] ?? "";
  const member = (phone: string, role: GroupRole = "member") => ({ id: lid(phone), phone, role });
  const plan = (change: Partial<NewGroup> = {}): NewGroup => ({
    key: randomUUID(),
    subject: "Team",
    description: null,
    settings: {},
    people: [ANA],
    ...change,
  });
  const made = async (change: Partial<NewGroup> = {}) => (await line.network.createGroup(plan(change))).group.id;
  const codeOf = (link: string) => link.split("/").at(-1) ?? "";
  const listed = async () => {
    const groups: NetworkGroup[] = [];
    for await (const group of line.network.listGroups(() => false)) groups.push(group);
    return groups;
  };

  it("make a group with all that belongs to it in one, and say of each person what came of it", async () => {
    const settings = {
      messages_admins_only: true,
      info_admins_only: true,
      add_admins_only: true,
      join_approval: true,
      disappearing_seconds: 604_800,
    };
    const people = [ANA, lid(BEN), SHY, NOBODY];
    const { group, answers } = await line.network.createGroup(
      plan({ subject: "Release 9 🚀", description: "Only work", settings, people }),
    );

    expect(group).toMatchObject({
      subject: "Release 9 🚀",
      description: { body: "Only work" },
      settings,
      owner: lid(OLGA),
      owner_phone: OLGA,
      size: 3,
      private_ids: true,
      community: false,
      parent: null,
    });
    expect(group.members).toEqual(expect.arrayContaining([member(OLGA, "owner"), member(ANA), member(BEN)]));
    expect(answers).toMatchObject([
      { person: ANA, id: lid(ANA), phone: ANA, code: 200, invite: null },
      { person: lid(BEN), id: lid(BEN), phone: BEN, code: 200 },
      { person: SHY, id: lid(SHY), code: 403, invite: { code: expect.any(String), expires_at: expect.any(Date) } },
      { person: NOBODY, phone: NOBODY, code: 404 },
    ]);
    expect(await line.network.readGroup(group.id)).toMatchObject({ ...group, members: expect.any(Array) });
    expect(line.network.ownRole(group.members)).toBe("owner");
    expect(line.network.ownRole([member(ANA)])).toBeNull();
  });

  it("add, rank and remove people, by either id and in groups of both kinds", async () => {
    const { chat_id: old } = await sandbox().newGroup({ subject: "Old", owner: OLGA, addressing: "number" });
    for (const group of [await made({ people: [] }), old]) {
      const { changeMembers } = line.network;
      const codes = async (...change: Parameters<typeof changeMembers>) =>
        (await changeMembers(...change)).map(({ person, code }) => [person, code]);

      expect(await codes(group, "add", [ANA, lid(BEN), SHY])).toEqual([
        [ANA, 200],
        [lid(BEN), 200],
        [SHY, 403],
      ]);
      expect(await codes(group, "add", [ANA])).toEqual([[ANA, 409]]);
      expect(await codes(group, "promote", [lid(ANA)])).toEqual([[lid(ANA), 200]]);
      expect(await codes(group, "demote", [ANA])).toEqual([[ANA, 200]]);
      expect(await codes(group, "remove", [BEN, CARLA])).toEqual([
        [BEN, 200],
        [CARLA, 404],
      ]);
      const { participants } = await sandbox().group(group);
      expect(participants.map(({ phone }) => phone).toSorted()).toEqual([OLGA, ANA]);
    }
  });

  it("change name, description, settings and picture", async () => {
    const group = await made();
    const { network } = line;
    await network.changeSubject(group, "Other name");
    const first = await network.changeDescription(group, null, "First");
    await expect(network.changeDescription(group, "stale", "Second")).rejects.toMatchObject({ code: 409 });
    const second = await network.changeDescription(group, first, "Second");
    expect(await network.readGroup(group)).toMatchObject({ description: { id: second, body: "Second" } });
    expect(await network.changeDescription(group, second, null)).toBeNull();
    for (const change of [
      { setting: "messages_admins_only", value: true },
      { setting: "info_admins_only", value: true },
      { setting: "add_admins_only", value: true },
      { setting: "join_approval", value: true },
      { setting: "disappearing_seconds", value: 86_400 },
    ] as const) {
      await network.changeSetting(group, change);
      const { settings } = await network.readGroup(group);
      expect(settings[change.setting]).toBe(change.value);
      const value = change.setting === "disappearing_seconds" ? 0 : false;
      await network.changeSetting(group, { setting: change.setting, value } as never); // a pair of the list above
      expect((await network.readGroup(group)).settings[change.setting]).toBe(value);
    }
    expect(await network.changePicture(group, JPEG)).toMatch(/^\d+$/);
    expect(await network.changePicture(group, null)).toBeNull();
    expect(await network.readGroup(group)).toMatchObject({ subject: "Other name", description: null });
  });

  it("show, renew and follow invite links", async () => {
    const { network } = line;
    const own = await made();
    const code = await network.readInvite(own);
    expect(await network.previewInvite(code)).toMatchObject({ id: own, subject: "Team", size: 2 });
    const renewed = await network.revokeInvite(own);
    expect(renewed).not.toBe(code);
    await expect(network.previewInvite(code)).rejects.toMatchObject({ code: 410 });
    await expect(network.previewInvite("no code!")).rejects.toMatchObject({ code: 406 });

    const open = await sandbox().newGroup({ subject: "Open", owner: ANA });
    expect(await network.joinByInvite(codeOf(open.invite))).toEqual({ group: open.chat_id, requested: false });
    await network.leaveGroup(open.chat_id);
    await expect(network.readGroup(open.chat_id)).rejects.toMatchObject({ code: 403 });
    const held = await sandbox().newGroup({ subject: "Held", owner: ANA, join_approval: true });
    expect(await network.joinByInvite(codeOf(held.invite))).toEqual({ group: held.chat_id, requested: true });
  });

  it("show who asks to join, and let them in or not", async () => {
    const { network } = line;
    const group = await made({ people: [], settings: { join_approval: true } });
    for (const phone of [ANA, BEN]) await sandbox().changeMembers(group, { action: "join", participants: [phone] });
    const requests = await network.readRequests(group);
    expect(requests).toMatchObject([
      { id: lid(ANA), phone: ANA, requested_at: expect.any(Date) },
      { id: lid(BEN), phone: BEN },
    ]);
    expect(await network.answerRequests(group, "approve", [ANA, CARLA])).toMatchObject([
      { person: ANA, code: 200 },
      { person: CARLA, code: 404 },
    ]);
    expect(await network.answerRequests(group, "reject", [lid(BEN)])).toMatchObject([{ person: lid(BEN), code: 200 }]);
    expect(await network.readRequests(group)).toEqual([]);
  });

  it("list every group with its members, one by one", async () => {
    const { chat_ids } = await sandbox().request<{ chat_ids: string[] }>("POST", "/groups/many", {
      subject: "Crowd",
      owner: OLGA,
      description: "Many",
      crowd: 20,
      groups: 3,
    });
    const groups = await listed();
    for (const id of chat_ids) {
      const group = groups.find((one) => one.id === id);
      expect(group).toMatchObject({ description: { body: "Many" }, size: 21 });
      expect(group?.members).toHaveLength(21);
    }
  });

  it("know whether something changed since a group was asked for, whoever did it", async () => {
    const { network } = line;
    const { group } = await network.createGroup(plan());
    await expect.poll(() => network.isOutdated(group)).toBe(true); // its own notice came
    for (const change of [
      () => sandbox().changeGroup(group.id, { subject: "Other", by: OLGA }),
      () => network.changeSubject(group.id, "Ours"),
    ]) {
      const read = await network.readGroup(group.id);
      expect(network.isOutdated(read)).toBe(false);
      await change();
      await expect.poll(() => network.isOutdated(read)).toBe(true);
    }
  });

  it("tell a refusal from silence", async () => {
    const group = await made();
    const refusal = { kind: "refuse_queries", namespace: "w:g2", request: "subject", for_seconds: 60 };
    await sandbox().fault({ ...refusal, code: 403 });
    await expect(line.network.changeSubject(group, "No")).rejects.toMatchObject({ name: "NetworkRefusal", code: 403 });
    await sandbox().fault({ ...refusal, for_seconds: 0 });
    await sandbox().fault({ kind: "empty_answers", for_seconds: 60 });
    await expect(line.network.readGroup(group)).rejects.toMatchObject({ name: "AnswerUnknown" });
    await expect(listed()).rejects.toMatchObject({ name: "AnswerUnknown" });
    await sandbox().fault({ kind: "empty_answers", for_seconds: 0 });
  });
});

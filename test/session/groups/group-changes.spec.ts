import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { GroupFields } from "../../../core/domain/groups/group-fields.ts";
import { readMembers } from "../../../core/operations/groups/read-members.ts";
import type { GroupRecord } from "../../../core/records/chats/group.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { ACCOUNT } from "../support/session-world.ts";

const CARLA = "15550001004";
const NEW_NUMBER = "15550002002";
const HIDDEN = "15550001051";

describe("what changes in a group", () => {
  let sending: SendingWorld;
  let lids: Record<string, string>;
  beforeAll(async () => {
    sending = await SendingWorld.create();
    for (const [phone, name] of [
      [CARLA, "Carla"],
      [HIDDEN, "Hidden"],
    ] as const)
      await sandbox().addPhone(phone, name);
    const people = [OLGA, ANA, BEN, CARLA, HIDDEN];
    lids = Object.fromEntries(
      await Promise.all(people.map(async (phone) => [phone, (await sandbox().phone(phone)).private_id])),
    );
    await sending.world.table.write({ update: keys.webhook(ACCOUNT, "account"), set: { events: ["group.update"] } });
  });
  afterAll(() => sending.tearDown());
  const sandbox = () => sending.world.stage.sandbox;
  const lid = (phone: string) => lids[phone] ?? "";
  const stored = (group: string) =>
    sending.world.table.peek(keys.group(sending.instance, group)) as (GroupRecord & GroupFields) | null;
  const members = async (group: string) => {
    const found = await readMembers(sending.world.table, sending.instance, { group, record: stored(group) ?? {} });
    return Object.fromEntries(found.map(({ phone, id, role }) => [phone ?? id, role]));
  };
  const told = (group: string) =>
    sending.world
      .events("group.update")
      .filter(({ chat_id }) => chat_id === group)
      .map(({ chat_id: _chat, instance_id: _instance, at: _at, ...rest }) => rest);
  const newGroup = async (participants: string[], more: Record<string, unknown> = {}) => {
    const { chat_id } = await sandbox().newGroup({ subject: "Tea", owner: ANA, participants, ...more });
    await eventually("the group", () => stored(chat_id)?.my_role !== undefined || more.without_us);
    return chat_id;
  };
  const change = (group: string, action: string, phone: string, by = ANA) =>
    sandbox().changeMembers(group, { action, participants: [phone], by });

  it("is stored and told once each: people, ranks, name, description, settings, picture, its end", async () => {
    const group = await newGroup([OLGA, BEN]);
    await change(group, "add", CARLA);
    await change(group, "promote", CARLA);
    await change(group, "demote", CARLA);
    await sandbox().changeGroup(group, { subject: "Coffee", by: ANA });
    await sandbox().changeGroup(group, { description: "Only work", by: ANA });
    await sandbox().changeGroup(group, { join_approval: true, by: ANA });
    await sandbox().changeGroup(group, { renew_invite: true, by: ANA });
    await sandbox().request("POST", `/groups/${group}/picture`, {
      data: Buffer.from([0xff, 0xd8, 0xff]).toString("base64"),
    });
    await change(group, "remove", CARLA);
    await expect.poll(() => told(group)).toHaveLength(9);
    expect(await members(group)).toEqual({ [OLGA]: "member", [ANA]: "owner", [BEN]: "member" });
    expect(stored(group)).toMatchObject({
      subject: "Coffee",
      name: "Coffee",
      size: 3,
      my_role: "member",
      settings: { join_approval: true },
      description_id: expect.any(String),
      picture_id: expect.any(String),
    });
    await change(group, "leave", BEN, BEN);
    await sandbox().request("DELETE", `/groups/${group}`, {});
    await expect.poll(() => told(group)).toHaveLength(11);

    const carla = (role: string) => [{ id: lid(CARLA), role }];
    expect(told(group)).toEqual([
      { change: "joined", subject: "Tea" },
      { change: "join", participants: carla("member") },
      { change: "promote", participants: carla("admin") },
      { change: "demote", participants: carla("member") },
      { change: "updated", subject: "Coffee" },
      { change: "updated", description: "Only work" },
      { change: "updated" },
      { change: "updated" },
      { change: "leave", participants: carla("member") },
      { change: "leave", participants: [{ id: lid(BEN), role: "member" }] },
      { change: "left" },
    ]);
    expect(stored(group)).toMatchObject({ left_ms: expect.any(Number) });
    expect(stored(group)).not.toHaveProperty("my_role");
  });

  it("is told once when the number does it itself, and stands here when the answer comes", async () => {
    const { session } = sending;
    const { chat_id: group } = await sandbox().newGroup({ subject: "Tea", owner: OLGA, participants: [ANA] });
    await expect.poll(() => stored(group)?.my_role).toBe("owner");
    const change = { subject: "Coffee", settings: { info_admins_only: true } };
    expect(await session.perform({ kind: "change_group", group, change })).toEqual({ ok: true });
    expect(stored(group)).toMatchObject({ subject: "Coffee", settings: { info_admins_only: true } });
    expect(await session.perform({ kind: "leave_group", group })).toEqual({ ok: true });
    expect(stored(group)).toMatchObject({ left_ms: expect.any(Number) });

    await expect.poll(() => told(group).at(-1)).toMatchObject({ change: "left" });
    expect(told(group).map((event) => [event.change, event.subject ?? null])).toEqual([
      ["joined", "Tea"],
      ["updated", "Coffee"],
      ["updated", null],
      ["left", null],
    ]);
  });

  it("tells that the number itself joined, became an admin and left, whichever of its ids is named", async () => {
    for (const addressing of ["private_id", "number"]) {
      const { chat_id: group } = await sandbox().newGroup({ subject: "Late", owner: ANA, addressing });
      await change(group, "add", OLGA);
      await change(group, "promote", OLGA);
      await expect.poll(() => stored(group)?.my_role).toBe("admin");
      await change(group, "remove", OLGA);
      await expect.poll(() => told(group).map((event) => event.change)).toEqual(["joined", "promote", "left"]);
      expect(stored(group)).toMatchObject({ left_ms: expect.any(Number) });
    }
  });

  it("tells a changed number as one who leaves and one who joins, and goes on with them", async () => {
    const group = await newGroup([OLGA, BEN]);
    await change(group, "promote", BEN);
    await sandbox().addPhone(NEW_NUMBER, "Ben");
    await sandbox().request("POST", `/groups/${group}/renumber`, { old: BEN, new: NEW_NUMBER });
    await expect.poll(() => told(group)).toHaveLength(4);

    const after = (await sandbox().phone(NEW_NUMBER)).private_id;
    expect(told(group).slice(2)).toEqual([
      { change: "leave", participants: [{ id: expect.stringMatching(/@lid$/), role: expect.any(String) }] },
      { change: "join", participants: [{ id: after, role: expect.any(String) }] },
    ]);
    expect(await members(group)).toEqual({ [OLGA]: "member", [ANA]: "owner", [NEW_NUMBER]: "admin" });
    expect(await sending.text(group, "Still there?")).toMatchObject({ error_code: null });
  });

  it("in the group in which a community is told things, only admins write", async () => {
    const community = await sandbox().request<{ chat_id: string; announcement_chat_id: string }>(
      "POST",
      "/communities",
      {
        subject: "Village",
        owner: ANA,
        participants: [OLGA],
      },
    );
    const group = community.announcement_chat_id;
    await expect
      .poll(() => stored(group))
      .toMatchObject({
        settings: { messages_admins_only: true },
        community: true,
        parent: community.chat_id,
        my_role: "member",
      });
    expect(await sending.text(group, "May I?")).toMatchObject({ status: "failed", error_code: "messenger_refused" });
  });

  it("is read anew when the network says that it lost track, and only that once", async () => {
    const group = await newGroup([OLGA, BEN]);
    await sending.world.table.write({ update: keys.group(sending.instance, group), set: { subject: "Wrong" } });
    await sandbox().request("POST", `/phones/${OLGA}/dirty`, { type: "groups" });
    await expect.poll(() => stored(group)?.subject).toBe("Tea");
    expect(sending.world.complaints.filter(({ message }) => message.includes("groups could not be fetched"))).toEqual(
      [],
    );
  });

  it("a message to a group that the number is not in ends as one whose chat is not there", async () => {
    const { chat_id } = await sandbox().newGroup({ subject: "Others", owner: ANA, participants: [BEN] });
    expect(await sending.text(chat_id, "Hello?")).toMatchObject({ status: "failed", error_code: "chat_not_found" });
  });

  it("shows the phone of somebody who wrote under a private id, and one person is left of the two", async () => {
    await sandbox().changePhone(HIDDEN, { hide_number: true });
    await sending.received((await sandbox().write(HIDDEN, { to: OLGA, text: "Hello" })).id);
    const person = (key: string) => sending.world.table.peek(keys.person(sending.instance, key));
    expect(person(lid(HIDDEN))).toMatchObject({ last_in_at: expect.anything() });
    await sandbox().changePhone(HIDDEN, { hide_number: false });
    const group = await newGroup([OLGA]);
    await change(group, "add", HIDDEN);

    await expect.poll(() => person(lid(HIDDEN))).toMatchObject({ merged_into: HIDDEN });
    expect(person(HIDDEN)).toMatchObject({ last_in_at: expect.anything() });
  });

  it("is asked for again a quarter of an hour after the network found it too often, and nobody left meanwhile", async () => {
    const { clock, complaints, table } = sending.world;
    const refused = () => complaints.filter(({ message }) => message.includes("groups could not be fetched")).length;
    const before = refused();
    const group = await newGroup([OLGA, BEN]);
    await table.write({ update: keys.group(sending.instance, group), set: { subject: "Wrong" } });
    await sandbox().fault({ kind: "rate_limit_queries", namespace: "w:g2", request: "participating", times: 1 });
    await sandbox().request("POST", `/phones/${OLGA}/dirty`, { type: "groups" });
    await expect.poll(refused).toBe(before + 1);
    expect(stored(group)).toMatchObject({ subject: "Wrong", my_role: "member" });

    clock.moveTo(new Date(clock.now().getTime() + 15 * MINUTE_MS));
    await expect.poll(() => stored(group)?.subject).toBe("Tea");
    expect(refused()).toBe(before + 1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const CARL = "15550001004";

describe.each(["private_id", "number"])("groups whose members name each other by %s", (addressing) => {
  let stage: Stage;
  let client: BaileysClient;
  let second: BaileysClient;
  let chat: string;
  beforeAll(async () => {
    stage = await setStage();
    await stage.sandbox.addPhone(CARL, "Carl");
    client = stage.newClient();
    second = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await second.link(stage.sandbox, ANA);
    const group = await stage.sandbox.newGroup({
      subject: "Tea",
      owner: ANA,
      participants: [OLGA, BEN],
      description: "About tea",
      addressing,
    });
    chat = group.chat_id;
  });
  afterAll(() => stage.tearDown());

  const name = async (phone: string) =>
    addressing === "number" ? at(phone) : (await stage.sandbox.phone(phone)).private_id;
  const onPhone = async (phone: string, id: string) =>
    (await stage.sandbox.messages(phone, chat)).find((message) => message.id === id);
  const write = async (phone: string, body: Record<string, unknown>) =>
    (await stage.sandbox.write(phone, { chat_id: chat, ...body })).id;

  it("tells a member that the group is there, and everything about it", async () => {
    const group = await client.until("the group", () => client.seen.groups.find(({ id }) => id === chat));
    expect(group).toMatchObject({ subject: "Tea", owner: await name(ANA), author: await name(ANA) });

    const metadata = await client.socket.groupMetadata(chat);
    expect(metadata).toMatchObject({
      id: chat,
      subject: "Tea",
      desc: "About tea",
      addressingMode: addressing === "number" ? "pn" : "lid",
      size: 3,
    });
    expect(metadata.participants).toMatchObject([
      { id: await name(ANA), admin: "superadmin" },
      { id: await name(OLGA), admin: null },
      { id: await name(BEN), admin: null },
    ]);
    expect(Object.keys(await client.socket.groupFetchAllParticipating())).toEqual([chat]);
  });

  it("brings what people write to every member", async () => {
    for (const [index, text] of ["Tea, anybody?", "Anybody?", "Well."].entries()) {
      const id = await write(index === 1 ? BEN : ANA, { text });
      const { message } = await client.message(id);
      expect(message.message?.extendedTextMessage?.text).toBe(text);
      expect(message.key).toMatchObject({ remoteJid: chat, fromMe: false });
      expect(message.key.participant).toBe(await name(index === 1 ? BEN : ANA));
      expect((await second.message(id)).message.key.fromMe).toBe(index !== 1);
      expect(await onPhone(OLGA, id)).toMatchObject({ text, from: index === 1 ? BEN : ANA, chat_id: chat });
    }
  });

  it("brings what a device writes to every member's phone and device, and acknowledges it", async () => {
    for (const text of ["Yes please", "With milk"]) {
      const id = await client.text(chat, text);
      for (const phone of [OLGA, ANA, BEN]) expect(await onPhone(phone, id)).toMatchObject({ text, from: OLGA });
      expect((await second.message(id)).message.key.participant).toBe(await name(OLGA));
    }
    const fromSecond = await second.text(chat, "Me too");
    expect((await client.message(fromSecond)).message.key.participant).toContain((await name(ANA)).split("@")[0]);
  });

  it("tells per member what was delivered and read", async () => {
    const id = await client.text(chat, "Seen?");
    await stage.sandbox.act(BEN, id, "react", { emoji: "👀" });
    await stage.sandbox.read(BEN, id);

    const ben = await name(BEN);
    // If two receipts arrive at the same time, the library reports only the later one.
    await client.until("delivered to Ben", () =>
      client.seen.groupReceipts.find(
        ({ key, receipt }) =>
          key.id === id && receipt.userJid === ben && (receipt.receiptTimestamp || receipt.readTimestamp),
      ),
    );
    await client.until("read by Ben", () =>
      client.seen.groupReceipts.find((r) => r.key.id === id && r.receipt.userJid === ben && r.receipt.readTimestamp),
    );
    const { message } = await second.message(id);
    await second.socket.readMessages([message.key]);
    const ana = await name(ANA);
    await client.until("read by Ana", () =>
      client.seen.groupReceipts.find(
        (r) => r.key.id === id && r.receipt.userJid?.startsWith(ana.split("@")[0] ?? "-") && r.receipt.readTimestamp,
      ),
    );
  });

  it("carries reactions, replies, mentions, edits, votes and files in groups", async () => {
    const id = await write(ANA, { text: "Look, @15550001001", mentions: [OLGA] });
    const { message } = await client.message(id);
    expect(message.message?.extendedTextMessage?.contextInfo?.mentionedJid).toEqual([await name(OLGA)]);
    await stage.sandbox.act(BEN, id, "react", { emoji: "👍" });
    const reacted = await client.until("a reaction", () => client.seen.reactions.find(({ key }) => key.id === id));
    expect(reacted.key).toMatchObject({ remoteJid: chat, participant: await name(ANA) });

    const reply = await client.send(chat, { text: "Nice", linkPreview: null }, { quoted: message });
    expect(await onPhone(BEN, reply.id)).toMatchObject({ reply_to: id });
    await client.send(chat, { text: "Very nice", edit: reply, linkPreview: null });
    expect(await onPhone(BEN, reply.id)).toMatchObject({ text: "Very nice", edited: true });
    await stage.sandbox.act(ANA, id, "edit", { text: "Look" });
    expect(await onPhone(BEN, id)).toMatchObject({ text: "Look" });

    const poll = await client.send(chat, { poll: { name: "Milk?", values: ["yes", "no"], selectableCount: 1 } });
    await stage.sandbox.act(BEN, poll.id, "vote", { options: ["yes"] });
    expect((await onPhone(ANA, poll.id))?.poll?.votes).toEqual([{ from: BEN, options: ["yes"] }]);
    const file = await write(BEN, { media: { data: "aGVsbG8=", mimetype: "image/png" } });
    expect((await client.message(file)).message.message?.imageMessage?.fileLength).toBeTruthy();
  });

  it("lets an admin take back what others wrote", async () => {
    const id = await write(BEN, { text: "coffee" });
    const { message } = await client.message(id);
    await expect(stage.sandbox.act(OLGA, id, "delete")).rejects.toMatchObject({ code: "conflict" });

    await second.send(chat, { delete: { ...message.key, fromMe: false } });
    expect(await onPhone(OLGA, id)).toMatchObject({ deleted: true });
  });

  it("sends again what a device or a phone could not read", async () => {
    client.auth.forgetSenderKeys();
    const id = await write(ANA, { text: "after the keys were lost" });
    expect((await client.message(id)).message.message?.extendedTextMessage?.text).toBe("after the keys were lost");
    const next = await write(ANA, { text: "and on" });
    expect((await client.message(next)).message.message?.extendedTextMessage?.text).toBe("and on");

    const restore = client.auth.snapshot();
    await client.text(chat, "uses a key");
    restore();
    const again = await client.text(chat, "uses the same key");
    await expect.poll(async () => (await onPhone(BEN, again))?.text).toBe("uses the same key");
  });

  it("tells members who comes, goes, rises and falls", async () => {
    const { sandbox } = stage;
    const carl = await name(CARL);
    const seen = (action: string) =>
      client.until(`${action} of Carl`, () =>
        client.seen.memberChanges.find(
          (change) => change.id === chat && change.action === action && change.participants[0]?.id === carl,
        ),
      );
    await sandbox.changeMembers(chat, { action: "add", participants: [CARL] });
    expect((await seen("add")).author).toBe(await name(ANA));
    await sandbox.changeMembers(chat, { action: "promote", participants: [CARL] });
    await seen("promote");
    await sandbox.changeMembers(chat, { action: "demote", participants: [CARL] });
    await seen("demote");
    const before = await client.text(chat, "Hello Carl");
    expect(await onPhone(CARL, before)).toMatchObject({ text: "Hello Carl" });
    await sandbox.changeMembers(chat, { action: "leave", participants: [CARL] });
    await seen("remove");
    const after = await client.text(chat, "Carl?");
    expect(await onPhone(CARL, after)).toBeUndefined();
    const fresh = await write(ANA, { text: "with a new key" });
    expect((await client.message(fresh)).message.message?.extendedTextMessage?.text).toBe("with a new key");
  });

  it("tells members of a new subject, description and settings", async () => {
    // Make the changes one at a time, because the library only reports the first of several in a burst.
    const saw = (look: (change: (typeof client.seen.groupChanges)[number]) => unknown) =>
      client.until("a change", () => client.seen.groupChanges.find((change) => change.id === chat && look(change)));
    await stage.sandbox.changeGroup(chat, { subject: "Coffee" });
    await saw(({ subject }) => subject === "Coffee");
    await stage.sandbox.changeGroup(chat, { description: "No tea" });
    await saw(({ desc }) => desc === "No tea");
    await stage.sandbox.changeGroup(chat, { messages_admins_only: true });
    await saw(({ announce }) => announce === true);

    const refused = await client.socket.sendMessage(chat, { text: "may I?", linkPreview: null });
    await client.receipt(refused?.key.id ?? "", 0);
    await expect(write(BEN, { text: "may I?" })).rejects.toMatchObject({ code: "conflict" });
    await stage.sandbox.changeGroup(chat, { messages_admins_only: false });
  });

  it("lets people in by link, or asks the admins first", async () => {
    const { sandbox } = stage;
    const code = await second.socket.groupInviteCode(chat);
    expect((await sandbox.group(chat)).invite).toBe(`https://chat.whatsapp.com/${code}`);
    await second.socket.groupJoinApprovalMode(chat, "on");
    await sandbox.changeMembers(chat, { action: "join", participants: [CARL] });
    expect((await sandbox.group(chat)).requests).toEqual([CARL]);

    const requests = await second.socket.groupRequestParticipantsList(chat);
    expect(requests).toMatchObject([{ jid: await name(CARL) }]);
    await second.socket.groupRequestParticipantsUpdate(chat, [await name(CARL)], "approve");
    expect((await sandbox.group(chat)).participants).toContainEqual({ phone: CARL, role: "member" });
    expect(await second.socket.groupRevokeInvite(chat)).not.toBe(code);
  });

  it("leaves nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});

describe("groups a linked device runs", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  it("are made, changed, filled, emptied and left", async () => {
    const { socket } = client;
    const made = await socket.groupCreate("Plans", [at(ANA), at("15559999999")]);
    expect(made.subject).toBe("Plans");
    await client.until("the group", () => client.seen.groups.find(({ id }) => id === made.id));

    expect(await socket.groupParticipantsUpdate(made.id, [at(BEN), at("15559999999")], "add")).toMatchObject([
      { status: "200", jid: (await stage.sandbox.phone(BEN)).private_id },
      { status: "404", jid: at("15559999999") },
    ]);
    expect(await socket.groupParticipantsUpdate(made.id, [at(BEN)], "promote")).toMatchObject([{ status: "200" }]);
    await socket.groupUpdateSubject(made.id, "New plans");
    await socket.groupUpdateDescription(made.id, "What we do");
    await socket.groupSettingUpdate(made.id, "locked");
    await socket.groupMemberAddMode(made.id, "admin_add");
    await socket.groupToggleEphemeral(made.id, 86_400);
    expect(await socket.groupMetadata(made.id)).toMatchObject({
      subject: "New plans",
      desc: "What we do",
      restrict: true,
      memberAddMode: false,
      ephemeralDuration: 86_400,
    });
    const id = await client.text(made.id, "Welcome");
    expect((await stage.sandbox.messages(BEN)).find((message) => message.id === id)?.text).toBe("Welcome");

    await socket.groupParticipantsUpdate(made.id, [at(BEN)], "remove");
    const invite = await socket.groupInviteCode(made.id);
    expect(await socket.groupGetInviteInfo(invite ?? "")).toMatchObject({ id: made.id, size: 2 });
    await socket.groupLeave(made.id);
    await expect(socket.groupMetadata(made.id)).rejects.toMatchObject({ data: 403 });
    expect(await socket.groupAcceptInvite(invite ?? "")).toBe(made.id);
    await expect(socket.groupUpdateSubject(made.id, "Mine")).rejects.toMatchObject({ data: 403 });
  });
});

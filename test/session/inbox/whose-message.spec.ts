import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import type { SandboxClient } from "../../network/support/sandbox-client.ts";
import { ANA, at, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { GroupWorld } from "../support/group-world.ts";
import type { SendingWorld } from "../support/sending-world.ts";

const CARL = "15550001004";
/** Dora hides her phone number, so we only have her private ID. */
const DORA = "15550001005";

describe("what is done to a message by somebody who may not", () => {
  let groups: GroupWorld;
  let sending: SendingWorld;
  let sandbox: SandboxClient;
  let group: string;
  let other: string;
  beforeAll(async () => {
    groups = await GroupWorld.create();
    ({ sending, sandbox } = groups);
    await sandbox.addPhone(CARL, "Carl");
    await sandbox.addPhone(DORA, "Dora");
    await sandbox.changePhone(DORA, { hide_number: true });
    group = await groups.group({ participants: [OLGA, BEN] }, { admin: false });
    other = await groups.group({ subject: "Other", owner: BEN, participants: [OLGA, ANA] }, { admin: false });
  });
  afterAll(() => groups.tearDown());

  const now = ({ id }: Pick<MessageRecord, "id">) => sending.world.message(id);
  const received = async (from: string, body: Record<string, unknown>) =>
    sending.received((await sandbox.write(from, body.chat_id ? body : { to: OLGA, ...body })).id);
  /** Sends a text and waits for it. Once it has arrived, everything sent before it has been handled. */
  const isBehind = (from: string, chat: Record<string, unknown> = { to: OLGA }) =>
    received(from, { ...chat, text: `behind ${Math.random()}` });
  const raw = (from: string, chat: Record<string, unknown>, content: Record<string, unknown>) =>
    sandbox.write(from, { ...chat, raw: content });
  const idOf = ({ network_id }: MessageRecord) => network_id ?? "";
  const revoke = (from: string, chat: Record<string, unknown>, message: MessageRecord, writer: string) =>
    raw(from, chat, {
      protocolMessage: {
        key: { remoteJid: message.chat_id, id: idOf(message), fromMe: writer === from, participant: at(writer) },
        type: "REVOKE",
      },
    });
  const eventsOf = (type: string, { id }: MessageRecord) =>
    sending.world.events(type).filter((event) => event.id === id);
  const receipt = (from: string, message: MessageRecord, kind: string, more: Record<string, unknown> = {}) =>
    sandbox.request("POST", `/phones/${from}/receipts`, { to: OLGA, id: idOf(message), kind, ...more });
  const isDelivered = (message: MessageRecord) =>
    eventually("the delivery", () => (now(message).status === "delivered" ? now(message) : null));
  const isDeleted = (message: MessageRecord) =>
    eventually("the deletion", () => (now(message).deleted_at === null ? null : now(message)));
  const stays = async (message: MessageRecord, { body } = message) => {
    expect(now(message)).toMatchObject({ body, deleted_at: null, edited_at: null });
    expect([...eventsOf("message.deleted", message), ...eventsOf("message.edited", message)]).toEqual([]);
  };
  /** Deletes our copy of a group, as if the number had just been linked and its groups had not been loaded yet. */
  const forget = async () => {
    const { table } = sending.world;
    const { pk } = keys.groupMembers(sending.instance, group, 1);
    for (const { sk } of table.partition(pk)) await table.write({ delete: { pk, sk } });
    await table.write({ delete: keys.group(sending.instance, group) });
  };

  describe("deletion", () => {
    it("by an ordinary member of the group does nothing, whoever wrote the message", async () => {
      const ours = await sending.text(group, "Ours");
      const data = Buffer.from("a picture that stays where it is").toString("base64");
      const theirs = await received(ANA, { chat_id: group, media: { data, mimetype: "image/png" }, text: "Ana's" });
      await revoke(BEN, { chat_id: group }, ours, OLGA);
      await revoke(BEN, { chat_id: group }, theirs, ANA);
      await isBehind(BEN, { chat_id: group });
      await stays(ours);
      await stays(theirs);
      expect(sending.world.media.files.has(theirs.file?.key ?? "")).toBe(true);
    });

    it("by its writer or by an admin of the group is done, also by one who was just made one", async () => {
      const first = await received(BEN, { chat_id: group, text: "I take it back" });
      const second = await received(BEN, { chat_id: group, text: "Not nice" });
      const ours = await sending.text(group, "Not nice either");
      await revoke(BEN, { chat_id: group }, first, BEN);
      await revoke(ANA, { chat_id: group }, second, BEN);
      await isDeleted(first);
      await isDeleted(second);
      await groups.members(group, "promote", [BEN]);
      await revoke(BEN, { chat_id: group }, ours, OLGA);
      await isDeleted(ours);
      await groups.members(group, "demote", [BEN]);
      const last = await sending.text(group, "He is none any more");
      await revoke(BEN, { chat_id: group }, last, OLGA);
      await isBehind(BEN, { chat_id: group });
      await stays(last);
    });

    it("by an admin of another group does nothing, nor does one from a chat of two", async () => {
      const ours = await sending.text(group, "In one group");
      const theirs = await received(BEN, { chat_id: group, text: "Ben's" });
      const toAna = await sending.text(ANA, "For Ana alone");
      await revoke(BEN, { chat_id: other }, ours, OLGA);
      await revoke(BEN, { chat_id: other }, toAna, OLGA);
      await revoke(BEN, { chat_id: other }, theirs, BEN);
      await revoke(BEN, { to: OLGA }, theirs, BEN);
      await revoke(BEN, { to: OLGA }, toAna, OLGA);
      await isBehind(BEN, { chat_id: other });
      await isBehind(BEN);
      for (const message of [ours, theirs, toAna]) await stays(message);
    });

    it("waits for the network's word on a group that is not known, and holds nothing up", async () => {
      const theirs = await received(BEN, { chat_id: group, text: "Ben's" });
      const ours = await sending.text(group, "Ours");
      await forget();
      await revoke(BEN, { chat_id: group }, ours, OLGA);
      await revoke(ANA, { chat_id: group }, theirs, BEN);
      await isBehind(CARL);
      await isDeleted(theirs);
      await stays(ours);
      expect((await groups.record(group)).my_role).toBe("member");
    });

    it("by the number's own phone is done: of its own message, and as an admin", async () => {
      const ours = await sending.text(group, "Typed in haste");
      const theirs = await received(BEN, { chat_id: group, text: "Ben's" });
      await revoke(OLGA, { chat_id: group }, theirs, BEN);
      await revoke(OLGA, { chat_id: group }, ours, OLGA);
      await isDeleted(ours);
      await stays(theirs);
      await groups.members(group, "promote", [OLGA]);
      await revoke(OLGA, { chat_id: group }, theirs, BEN);
      await isDeleted(theirs);
    });
  });

  it("a reaction from another chat is not recorded, one from the chat is", async () => {
    const ours = await sending.text(ANA, "For Ana");
    const inGroup = await sending.text(group, "For the group");
    const reaction = (message: MessageRecord, text: string) => ({
      reactionMessage: { key: { remoteJid: at(OLGA), fromMe: false, id: idOf(message) }, text, senderTimestampMs: 1 },
    });
    await raw(CARL, { to: OLGA }, reaction(ours, "👎"));
    await raw(BEN, { to: OLGA }, reaction(inGroup, "👎"));
    await raw(BEN, { chat_id: group }, reaction(ours, "👎"));
    await isBehind(CARL);
    await isBehind(BEN);
    await isBehind(BEN, { chat_id: group });
    await sandbox.act(ANA, idOf(ours), "react", { emoji: "👍" });
    await sandbox.act(BEN, idOf(inGroup), "react", { emoji: "🎉" });
    for (const [message, by] of [[ours, ANA] as const, [inGroup, BEN] as const]) {
      const { reactions } = await eventually("the reaction", () => (now(message).reactions ? now(message) : null));
      expect(reactions?.map((one) => one.by)).toEqual([by]);
      expect(eventsOf("message.reaction", message).length).toBeLessThan(2);
    }
  });

  it("an edit from another chat changes nothing", async () => {
    const theirs = await received(BEN, { chat_id: group, text: "As it was" });
    await raw(
      BEN,
      { to: OLGA },
      {
        protocolMessage: {
          key: { remoteJid: group, id: idOf(theirs), fromMe: true },
          type: "MESSAGE_EDIT",
          editedMessage: { conversation: "Otherwise" },
        },
      },
    );
    await isBehind(BEN);
    await stays(theirs);
  });

  it("a quote of another chat's message leads nowhere", async () => {
    const toAna = await sending.text(ANA, "For Ana");
    const inGroup = await received(BEN, { chat_id: group, text: "In the group" });
    const quoting = (message: MessageRecord, writer: string, text: string) => ({
      extendedTextMessage: {
        text,
        contextInfo: { stanzaId: idOf(message), participant: at(writer), quotedMessage: { conversation: "?" } },
      },
    });
    const quotes: [string, Record<string, unknown>, MessageRecord, string, boolean][] = [
      [BEN, { to: OLGA }, toAna, OLGA, false],
      [BEN, { to: OLGA }, inGroup, BEN, false],
      [BEN, { chat_id: group }, toAna, OLGA, false],
      [ANA, { chat_id: other }, inGroup, BEN, false],
      [ANA, { to: OLGA }, toAna, OLGA, true],
      [ANA, { chat_id: group }, inGroup, BEN, true],
    ];
    for (const [from, chat, message, writer, isOfChat] of quotes) {
      const { id } = await raw(from, chat, quoting(message, writer, `Quoting ${Math.random()}`));
      expect([from, chat, (await sending.received(id)).reply_to]).toEqual([from, chat, isOfChat ? message.id : null]);
    }
  });

  describe("receipt", () => {
    it("of somebody else than the recipient changes nothing; theirs counts, by either address", async () => {
      const ours = await isDelivered(await sending.text(ANA, "For Ana"));
      const inGroup = await isDelivered(await sending.text(group, "For the group"));
      for (const kind of ["read", "played"]) {
        await receipt(CARL, ours, kind);
        await receipt(CARL, ours, kind, { as: "private_id" });
        await receipt(BEN, ours, kind, { chat_id: group });
        await receipt(ANA, inGroup, kind);
        await receipt(CARL, inGroup, kind, { chat_id: group });
        await receipt(BEN, inGroup, kind, { chat_id: other });
      }
      await isBehind(CARL);
      for (const message of [ours, inGroup]) {
        expect(now(message).status).toBe("delivered");
        expect(eventsOf("message.status", message).map(({ status }) => status)).toEqual(["sent", "delivered"]);
      }
      await receipt(ANA, ours, "read", { as: "private_id" });
      await receipt(BEN, inGroup, "read", { chat_id: group });
      for (const message of [ours, inGroup]) await eventually("a reading", () => now(message).status === "read");
    });

    it("of a person with a hidden number counts", async () => {
      await received(DORA, { text: "I hide my number" });
      const { chat_id } = await isBehind(DORA);
      const ours = await isDelivered(await sending.text(chat_id ?? "", "For Dora"));
      await receipt(CARL, ours, "read");
      await isBehind(CARL);
      expect(now(ours).status).toBe("delivered");
      await sandbox.read(DORA, idOf(ours));
      await eventually("her reading", () => now(ours).status === "read");
    });
  });

  describe("a wish for another copy", () => {
    const seenBy = async (phone: string, text: string) =>
      (await sandbox.messages(phone)).some((message) => message.text === text);
    const unanswered = async () => {
      const { data } = await sandbox.request<{ data: { tag: string }[] }>("GET", `/phones/${OLGA}/stanzas`);
      return data.filter(({ tag }) => tag === "receipt").length;
    };

    it("is granted to the person and to members of the group, and to nobody else", async () => {
      const ours = await isDelivered(await sending.text(ANA, "Your code is 314159"));
      const inGroup = await isDelivered(await sending.text(group, "For members alone"));
      await receipt(CARL, ours, "retry");
      await receipt(CARL, ours, "retry", { as: "private_id" });
      await receipt(CARL, inGroup, "retry");
      await receipt(CARL, inGroup, "retry", { chat_id: group });
      await receipt(CARL, ours, "retry", { chat_id: group });
      await receipt(BEN, ours, "retry", { chat_id: group });
      await receipt(BEN, inGroup, "retry", { chat_id: other });
      await receipt(BEN, inGroup, "retry", { chat_id: group });
      await receipt(ANA, ours, "retry");
      await eventually("Ben's copy", () => seenBy(BEN, "For members alone"));
      await eventually("Ana's copy", () => seenBy(ANA, "Your code is 314159"));
      await eventually("every wish to be answered", async () => (await unanswered()) === 0);
      for (const text of ["Your code is 314159", "For members alone"]) expect(await seenBy(CARL, text)).toBe(false);
      expect(await seenBy(BEN, "Your code is 314159")).toBe(false);
    });

    it("of a recipient by their private id is granted", async () => {
      const ours = await isDelivered(await sending.text(ANA, "Once more, please"));
      await receipt(ANA, ours, "retry", { as: "private_id" });
      await eventually("Ana's copy", () => seenBy(ANA, "Once more, please"));
    });
  });
});

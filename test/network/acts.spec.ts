import { createHash } from "node:crypto";
import { aesDecryptGCM, decryptPollVote, hmacSign, proto, type WAMessage } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const secretOf = (message: WAMessage) => message.message?.messageContextInfo?.messageSecret ?? new Uint8Array();

/** Decrypts an encrypted edit as other clients do. The library doesn't decrypt them. */
function openEdit(target: WAMessage, sender: string, sealed: proto.Message.ISecretEncryptedMessage) {
  const parts = [target.key.id ?? "", sender, sender, "Message Edit"].map((part) => Buffer.from(part));
  const key = hmacSign(Buffer.concat([...parts, Buffer.from([1])]), hmacSign(secretOf(target), Buffer.alloc(32)));
  const note = aesDecryptGCM(
    sealed.encPayload ?? Buffer.alloc(0),
    key,
    sealed.encIv ?? Buffer.alloc(0),
    Buffer.alloc(0),
  );
  return proto.Message.decode(note);
}

describe("what people and linked devices do with messages", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  const onPhone = async (phone: string, id: string) =>
    (await stage.sandbox.messages(phone)).find((message) => message.id === id);
  const written = async (body: Record<string, unknown>) => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, ...body });
    return (await client.message(id)).message;
  };
  const idOf = (message: WAMessage) => message.key.id ?? "";

  it("shows the device a person's reaction, and that it was taken back", async () => {
    const id = await client.text(at(ANA), "Like it?");
    await stage.sandbox.act(ANA, id, "react", { emoji: "👍" });
    const reacted = await client.until("a reaction", () => client.seen.reactions.find(({ key }) => key.id === id));
    expect(reacted).toMatchObject({
      key: { fromMe: true, remoteJid: at(ANA) },
      reaction: { text: "👍", key: { fromMe: false } },
    });

    await stage.sandbox.act(ANA, id, "react", { emoji: "" });
    await client.until("no reaction", () =>
      client.seen.reactions.find(({ key, reaction }) => key.id === id && !reaction.text),
    );
    expect((await onPhone(ANA, id))?.reactions).toEqual([]);
  });

  it("shows the device a reaction to the person's own message, and shows the person the device's", async () => {
    const message = await written({ text: "I like this" });
    await stage.sandbox.act(ANA, idOf(message), "react", { emoji: "❤️" });
    const own = await client.until("a reaction", () =>
      client.seen.reactions.find(({ key }) => key.id === idOf(message)),
    );
    expect(own.key.fromMe).toBe(false);

    await client.send(at(ANA), { react: { text: "🎉", key: message.key } });
    expect((await onPhone(ANA, idOf(message)))?.reactions).toEqual([
      { from: ANA, emoji: "❤️" },
      { from: OLGA, emoji: "🎉" },
    ]);
  });

  it("brings a person's edit, in the open", async () => {
    const message = await written({ text: "wrng" });
    const shown = await stage.sandbox.act(ANA, idOf(message), "edit", { text: "right", encrypted: false });

    expect(shown).toMatchObject({ text: "right", edited: true });
    const change = await client.until("the edit", () =>
      client.seen.changes.find(({ key }) => key.id === idOf(message)),
    );
    expect(change.update.message?.editedMessage?.message?.extendedTextMessage?.text).toBe("right");
  });

  it("brings a person's edits, encrypted with the message's secret, one after another", async () => {
    const message = await written({ text: "wrng" });
    for (const text of ["right", "right at last"]) {
      await stage.sandbox.act(ANA, idOf(message), "edit", { text });
      const sealed = await client.until<proto.Message.ISecretEncryptedMessage>(
        "the edit",
        () =>
          client.seen.messages
            .map(({ message: { message: content } }) => content?.secretEncryptedMessage)
            .find((content) => content?.targetMessageKey?.id === idOf(message)) ?? undefined,
      );
      const { protocolMessage } = openEdit(message, at(ANA), sealed);
      expect(protocolMessage?.key?.id).toBe(idOf(message));
      expect(protocolMessage?.editedMessage?.extendedTextMessage?.text).toBe(text);
      expect(await onPhone(OLGA, idOf(message))).toMatchObject({ text, edited: true });
      client.seen.messages.length = 0;
    }
  });

  it("brings what a person takes back", async () => {
    const message = await written({ text: "oops" });
    await stage.sandbox.act(ANA, idOf(message), "delete");

    const change = await client.until("the end of the message", () =>
      client.seen.changes.find(({ key }) => key.id === idOf(message)),
    );
    expect(change.update).toMatchObject({ message: null, messageStubType: proto.WebMessageInfo.StubType.REVOKE });
    expect(await onPhone(OLGA, idOf(message))).toMatchObject({ deleted: true });
  });

  it.each(["number", "private_id"])("brings a person's vote, people named by %s", async (as) => {
    const secret = Buffer.alloc(32, 7);
    const poll = await client.send(at(ANA), {
      poll: { name: "Tea?", values: ["yes", "no"], selectableCount: 1, messageSecret: secret },
    });
    await stage.sandbox.act(ANA, poll.id, "vote", { options: ["no"], as });

    const update = await client.until(
      "the vote",
      () =>
        client.seen.messages
          .map(({ message }) => message.message?.pollUpdateMessage)
          .find((content) => content?.pollCreationMessageKey?.id === poll.id) ?? undefined,
    );
    const name = async (phone: string) => (as === "number" ? at(phone) : (await stage.sandbox.phone(phone)).private_id);
    const { selectedOptions } = decryptPollVote(update.vote ?? {}, {
      pollEncKey: secret,
      pollCreatorJid: await name(OLGA),
      pollMsgId: poll.id,
      voterJid: await name(ANA),
    });
    expect(selectedOptions?.map((hash) => Buffer.from(hash))).toEqual([sha256("no")]);
    expect((await onPhone(OLGA, poll.id))?.poll?.votes).toEqual([{ from: ANA, options: ["no"] }]);
  });

  it("replaces a vote with the next, and withdraws it with none", async () => {
    const { id } = await stage.sandbox.write(BEN, { to: ANA, poll: { name: "Tea?", options: ["yes", "no"] } });
    await stage.sandbox.act(ANA, id, "vote", { options: ["yes"] });
    const changed = await stage.sandbox.act(ANA, id, "vote", { options: ["no"] });
    expect(changed.poll?.votes).toEqual([{ from: ANA, options: ["no"] }]);
    expect((await onPhone(BEN, id))?.poll?.votes).toEqual([{ from: ANA, options: ["no"] }]);

    await stage.sandbox.act(ANA, id, "vote", { options: [] });
    expect((await onPhone(BEN, id))?.poll?.votes).toEqual([]);
  });

  it("carries replies, mentions and forwarding both ways", async () => {
    const question = await client.text(at(ANA), "Who?");
    const reply = await written({ text: "@15550001003", reply_to: question, mentions: [BEN], forwarded: true });
    expect(reply.message?.extendedTextMessage?.contextInfo).toMatchObject({
      stanzaId: question,
      participant: at(OLGA),
      mentionedJid: [at(BEN)],
      isForwarded: true,
    });

    const answer = await client.send(
      at(ANA),
      { text: "@15550001003 indeed", mentions: [at(BEN)], linkPreview: null },
      { quoted: reply },
    );
    expect(await onPhone(ANA, answer.id)).toMatchObject({ reply_to: idOf(reply), mentions: [BEN], forwarded: false });
  });

  it("lets the owner of a linked phone do the same, seen by the device as its own", async () => {
    const message = await written({ text: "react from the phone" });
    await stage.sandbox.act(OLGA, idOf(message), "react", { emoji: "😀" });
    const reacted = await client.until("a reaction", () =>
      client.seen.reactions.find(({ key }) => key.id === idOf(message)),
    );
    expect(reacted.reaction.key?.fromMe).toBe(true);
  });

  it.each([
    ["edit", { text: "mine now" }],
    ["delete", {}],
    ["vote", { options: ["yes"] }],
    ["answer-event", { answer: "going" }],
  ] as const)("refuses to %s what can't be", async (act, body) => {
    const id = await client.text(at(ANA), "not yours, and no poll");
    await expect(stage.sandbox.act(ANA, id, act, body)).rejects.toMatchObject({ status: 409, code: "conflict" });
  });

  it("leaves nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

describe("what a linked device can ask and change", () => {
  let stage: Stage;
  let client: BaileysClient;
  let second: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    second = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await second.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  it("learns the owner's name, and a new one when it changes", async () => {
    await client.until("the name", () => client.auth.creds.me?.name === "Olga" || undefined);

    await stage.sandbox.changePhone(OLGA, { name: "Olga B." });

    await client.until("the new name", () => client.auth.creds.me?.name === "Olga B." || undefined);
    await second.until("the new name", () => second.auth.creds.me?.name === "Olga B." || undefined);
  });

  it("shares settings with the owner's other devices", async () => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, text: "hello" });
    const { message } = await client.message(id);
    const archived = new Promise((resolve) => second.socket.ev.on("chats.update", resolve));

    await client.socket.chatModify({ archive: true, lastMessages: [message] }, at(ANA));

    expect(await archived).toMatchObject([{ archived: true }]);
  });

  it("is seen typing by the person it writes to", async () => {
    for (const [update, state] of [
      ["composing", "composing"],
      ["recording", "recording"],
      ["paused", "paused"],
    ] as const) {
      await client.socket.sendPresenceUpdate(update, at(ANA));
      await expect
        .poll(() => stage.sandbox.request("GET", `/phones/${ANA}/typing`))
        .toMatchObject({ data: [{ from: OLGA, chat_id: at(OLGA), state }] });
    }
  });

  it("blocks people: what they write no longer comes", async () => {
    await client.socket.updateBlockStatus(at(BEN), "block");
    const { id: blocked } = await stage.sandbox.write(BEN, { to: OLGA, text: "let me in" });
    await client.socket.updateBlockStatus(at(BEN), "unblock");
    const { id } = await stage.sandbox.write(BEN, { to: OLGA, text: "thank you" });

    await client.message(id);
    expect(client.seen.messages.map(({ message }) => message.key.id)).not.toContain(blocked);
    expect(await client.socket.fetchBlocklist()).toEqual([]);
  });

  it("gets a copy from the owner's phone of a message it can't read", async () => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, text: "once more" });
    const { message } = await client.message(id);
    client.seen.messages.length = 0;

    await client.socket.requestPlaceholderResend(message.key);

    expect((await client.message(id)).message.message?.extendedTextMessage?.text).toBe("once more");
  });

  it("renews its keys, and is asked for more one-time keys before they run out", async () => {
    const before = client.auth.creds.nextPreKeyId;
    await client.socket.rotateSignedPreKey();
    expect(client.auth.creds.signedPreKey.keyId).toBe(2);

    const query = {
      tag: "iq",
      attrs: { to: "@s.whatsapp.net", type: "get", xmlns: "encrypt" },
      content: [
        { tag: "key", attrs: {}, content: Array(808).fill({ tag: "user", attrs: { jid: client.auth.creds.me?.id } }) },
      ],
    };
    await second.socket.query(query);

    await client.until("more keys", () => client.auth.creds.nextPreKeyId > before || undefined);
  });

  it("gets an error for what nobody can answer, and the log says what it was", async () => {
    const question = {
      tag: "iq",
      attrs: { to: "@s.whatsapp.net", type: "get", xmlns: "w:weather" },
      content: [{ tag: "rain", attrs: {} }],
    };

    await expect(client.socket.query(question)).rejects.toThrow("feature-not-implemented");
    await expect
      .poll(() => stage.network.log())
      .toContain('"event":"unknown_iq","type":"get","xmlns":"w:weather","request":"rain"');
  });

  it("is idle once everything has arrived", async () => {
    const id = await client.text(at(ANA), "and then silence");
    expect(await stage.network.isIdle()).toBe(false);

    await expect.poll(() => stage.network.isIdle()).toBe(true);
    await client.receipt(id, 3);
  });
});

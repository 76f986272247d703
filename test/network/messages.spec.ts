import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { monotonicMs } from "../../simulated-network/src/process/monotonic-ms.ts";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const DELIVERED = 3;
const READ = 4;

describe("messages between a linked device and people", () => {
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

  it("brings a person's text to the device and to the owner's phone", async () => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, text: "Hello Olga" });

    const { message, type } = await client.message(id);
    expect(type).toBe("notify");
    expect(message.message?.extendedTextMessage?.text).toBe("Hello Olga");
    expect(message.pushName).toBe("Ana");
    expect(message.key).toMatchObject({ remoteJid: at(ANA), fromMe: false });
    expect(message.key.remoteJidAlt).toBe((await stage.sandbox.phone(ANA)).private_id);
    expect(await onPhone(OLGA, id)).toMatchObject({ chat_id: at(ANA), from: ANA, text: "Hello Olga" });
  });

  it("brings the device's text to the person and to the owner's phone, and acknowledges it", async () => {
    const id = await client.text(at(ANA), "Hello Ana");

    expect(await onPhone(ANA, id)).toMatchObject({ chat_id: at(OLGA), from: OLGA, type: "text", text: "Hello Ana" });
    expect(await onPhone(OLGA, id)).toMatchObject({ chat_id: at(ANA), from: OLGA, text: "Hello Ana" });
  });

  it("tells whoever waits for a text when the phone got it, and whoever asks later the same", async () => {
    const path = `/phones/${ANA}/arrival?text=${encodeURIComponent("Wait for this")}`;
    const awaited = stage.sandbox.request("GET", `${path}&wait_seconds=30`);
    const begunMs = monotonicMs();
    const id = await client.text(at(ANA), "Wait for this");

    const shown = await awaited;

    expect(shown).toEqual({ id, chat_id: at(OLGA), from: OLGA, shown_at_ms: expect.any(Number) });
    expect((shown as { shown_at_ms: number }).shown_at_ms).toBeGreaterThan(begunMs);
    expect((shown as { shown_at_ms: number }).shown_at_ms).toBeLessThan(monotonicMs());
    expect(await stage.sandbox.request("GET", path)).toEqual(shown);
    // On the owner's phone, the message counts as sent by the owner.
    const own = stage.sandbox.request("GET", path.replace(ANA, OLGA));
    await expect(own).rejects.toMatchObject({ status: 404, code: "message_not_found" });
  });

  it("answers in sessions that go on: many messages, turn by turn", async () => {
    for (let round = 1; round <= 5; round++) {
      const out = await client.text(at(BEN), `question ${round}`);
      expect((await onPhone(BEN, out))?.text).toBe(`question ${round}`);
      const { id } = await stage.sandbox.write(BEN, { to: OLGA, text: `answer ${round}` });
      expect((await client.message(id)).message.message?.extendedTextMessage?.text).toBe(`answer ${round}`);
    }
  });

  it("tells the device when a message was delivered and when it was read", async () => {
    const id = await client.text(at(ANA), "Did you get this?");
    await client.receipt(id, DELIVERED);

    await stage.sandbox.read(ANA, id);

    await client.receipt(id, READ);
    expect((await onPhone(OLGA, id))?.status).toBe("read");
  });

  it("reads by itself where the person has switched that on", async () => {
    await stage.sandbox.changePhone(ANA, { auto_read: true });
    const id = await client.text(at(ANA), "Read this");
    await client.receipt(id, READ);
    await stage.sandbox.changePhone(ANA, { auto_read: false });
  });

  it("does not say delivered where the person has switched that off", async () => {
    await stage.sandbox.changePhone(ANA, { auto_deliver: false });
    const id = await client.text(at(ANA), "Silence");
    await stage.sandbox.read(ANA, id);
    await client.receipt(id, READ);
    await stage.sandbox.changePhone(ANA, { auto_deliver: true });

    // The library may also report a "pending" (1) of its own, which it merges into the message it sent.
    const statuses = client.seen.receipts.filter((receipt) => receipt.id === id).map(({ status }) => status);
    expect(statuses).toContain(READ);
    expect(statuses).not.toContain(DELIVERED);
  });

  it("shows the person that the device has read a message", async () => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, text: "Please read" });
    const { message } = await client.message(id);
    await expect.poll(async () => (await onPhone(ANA, id))?.status).toBe("delivered");

    await client.socket.readMessages([message.key]);

    await expect.poll(async () => (await onPhone(ANA, id))?.status).toBe("read");
  });

  it("shows the device what the owner types on the phone", async () => {
    const { id } = await stage.sandbox.write(OLGA, { to: ANA, text: "From my phone" });

    const { message } = await client.message(id);
    expect(message.key).toMatchObject({ remoteJid: at(ANA), fromMe: true });
    expect(message.message?.extendedTextMessage?.text).toBe("From my phone");
    expect(await onPhone(ANA, id)).toMatchObject({ from: OLGA, text: "From my phone" });
    await client.receipt(id, DELIVERED);
  });

  it("hides the number of a person who wants that, and takes answers to the private id", async () => {
    const { private_id } = await stage.sandbox.changePhone(BEN, { hide_number: true });
    const { id } = await stage.sandbox.write(BEN, { to: OLGA, text: "Guess who" });

    const { message } = await client.message(id);
    expect(message.key.remoteJid).toBe(private_id);
    expect(message.key.remoteJidAlt).toBeUndefined();
    const answer = await client.text(private_id, "Hello, whoever you are");
    expect(await onPhone(BEN, answer)).toMatchObject({ from: OLGA, text: "Hello, whoever you are" });
    await client.receipt(answer, DELIVERED);
    await stage.sandbox.changePhone(BEN, { hide_number: false });
  });

  it("shows a message once when the device sends the same id twice, and acknowledges both", async () => {
    const id = await client.text(at(ANA), "Once", "3EB0000000000000000001");
    client.seen.acknowledged.length = 0;
    await client.text(at(ANA), "Once", id);

    expect((await stage.sandbox.messages(ANA)).filter((message) => message.id === id)).toHaveLength(1);
    const after = await client.text(at(ANA), "And on it goes");
    expect((await onPhone(ANA, after))?.text).toBe("And on it goes");
  });

  it("sends a message again when the device could not read it", async () => {
    const { id: before } = await stage.sandbox.write(ANA, { to: OLGA, text: "before" });
    await client.message(before);
    client.auth.forgetSessions();

    const { id } = await stage.sandbox.write(ANA, { to: OLGA, text: "after the keys were lost" });

    expect((await client.message(id)).message.message?.extendedTextMessage?.text).toBe("after the keys were lost");
  });

  it.each(["number", "private id"])(
    "lets a phone ask again for a message it could not read, sent to the %s",
    async (form) => {
      const ana = form === "number" ? at(ANA) : (await stage.sandbox.phone(ANA)).private_id;
      await client.text(ana, "to begin with");
      const restore = client.auth.snapshot();
      await client.text(ana, "uses a key");
      restore();

      const id = await client.text(ana, "uses the same key");

      await expect.poll(async () => (await onPhone(ANA, id))?.text).toBe("uses the same key");
      expect(stage.network.log()).toContain("message_unreadable");
    },
  );

  it("keeps messages for a phone that is switched off", async () => {
    await stage.sandbox.changePhone(ANA, { online: false });
    const first = await client.text(at(ANA), "one");
    const second = await client.text(at(ANA), "two");
    expect(await onPhone(ANA, first)).toBeUndefined();

    await stage.sandbox.changePhone(ANA, { online: true });

    const ids = (await stage.sandbox.messages(ANA)).map(({ id }) => id);
    expect(ids.slice(-2)).toEqual([first, second]);
    await client.receipt(second, DELIVERED);
  });

  it("knows who is on the network", async () => {
    const known = await client.socket.onWhatsApp(ANA, "15559999999");
    expect(known).toEqual([{ jid: at(ANA), exists: true }]);
  });

  it("shows places, cards, polls, reactions, edits and what was taken back", async () => {
    const send = async (content: Parameters<typeof client.socket.sendMessage>[1]) => {
      const sent = await client.socket.sendMessage(at(ANA), content);
      await client.acknowledgement(sent?.key.id ?? "");
      if (!sent?.key.id) throw new Error("Nothing was sent.");
      return { ...sent.key, id: sent.key.id };
    };
    const place = await send({ location: { degreesLatitude: 1.5, degreesLongitude: 2.5, name: "Harbour" } });
    const vcard = "BEGIN:VCARD\nVERSION:3.0\nFN:Carl\nTEL;type=CELL;waid=15550001009:+1 555 000 1009\nEND:VCARD";
    const card = await send({ contacts: { displayName: "Carl", contacts: [{ displayName: "Carl", vcard }] } });
    const poll = await send({ poll: { name: "Tea?", values: ["yes", "no"], selectableCount: 1 } });
    const text = await send({ text: "wrng", linkPreview: null });
    await send({ text: "right", edit: text, linkPreview: null });
    await send({ react: { text: "👍", key: text } });
    const gone = await send({ text: "never mind", linkPreview: null });
    await send({ delete: gone });

    expect(await onPhone(ANA, place.id)).toMatchObject({
      type: "location",
      location: { latitude: 1.5, title: "Harbour" },
    });
    expect(await onPhone(ANA, card.id)).toMatchObject({
      type: "contact",
      contact: { name: "Carl", phone: "15550001009" },
    });
    expect(await onPhone(ANA, poll.id)).toMatchObject({
      type: "poll",
      poll: { name: "Tea?", options: ["yes", "no"], multiple_answers: false },
    });
    expect(await onPhone(ANA, text.id)).toMatchObject({
      text: "right",
      edited: true,
      reactions: [{ from: OLGA, emoji: "👍" }],
    });
    expect(await onPhone(ANA, gone.id)).toMatchObject({ deleted: true });
  });

  it("lets people send places, cards, polls and replies", async () => {
    const question = await client.text(at(ANA), "Where?");
    const place = await stage.sandbox.write(ANA, { to: OLGA, location: { latitude: 3, longitude: 4, title: "Here" } });
    const card = await stage.sandbox.write(ANA, { to: OLGA, contact: { name: "Carl", phone: "15550001009" } });
    const poll = await stage.sandbox.write(ANA, { to: OLGA, poll: { name: "Tea?", options: ["yes", "no"] } });
    const reply = await stage.sandbox.write(ANA, { chat_id: at(OLGA), text: "There", reply_to: question });

    const content = async (id: string) => (await client.message(id)).message.message;
    expect((await content(place.id))?.locationMessage).toMatchObject({ degreesLatitude: 3, name: "Here" });
    expect((await content(card.id))?.contactMessage?.vcard).toContain("waid=15550001009");
    expect((await content(poll.id))?.pollCreationMessageV3?.options).toHaveLength(2);
    expect((await content(reply.id))?.extendedTextMessage?.contextInfo?.stanzaId).toBe(question);
  });
});

describe("two linked devices of different people", () => {
  it("write to each other", async () => {
    const stage = await setStage();
    const olga = stage.newClient();
    const ana = stage.newClient();
    await olga.link(stage.sandbox, OLGA);
    const early = await olga.text(at(ANA), "before you were linked");
    await ana.link(stage.sandbox, ANA);

    const question = await olga.text(at(ANA), "Are you there?");
    await ana.message(question);
    const answer = await ana.text(at(OLGA), "Yes");
    await olga.message(answer);
    await olga.receipt(question, DELIVERED);
    await ana.socket.readMessages([(await ana.message(question)).message.key]);
    await olga.receipt(question, READ);

    expect(ana.seen.messages.map(({ message }) => message.key.id)).not.toContain(early);
    await stage.tearDown();
  });
});

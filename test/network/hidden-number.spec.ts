import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

describe("a person who hides the number", () => {
  let stage: Stage;
  let client: BaileysClient;
  let hidden: string;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    hidden = (await stage.sandbox.phone(ANA)).private_id;
    await stage.sandbox.changePhone(ANA, { hide_number: true });
  });
  afterAll(() => stage.tearDown());

  const receive = async (body: Record<string, unknown>) => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, ...body });
    const { message } = await client.message(id);
    expect(message.key.remoteJid).toBe(hidden);
    expect(JSON.stringify(message)).not.toContain(ANA);
    return message;
  };

  it("sends files, places, polls and replies without the number showing anywhere", async () => {
    await receive({ media: { data: "aGVsbG8=", mimetype: "image/png" }, text: "Look" });
    await receive({ location: { latitude: 1, longitude: 2 } });
    await receive({ poll: { name: "?", options: ["a", "b"] } });
    const mine = await client.text(hidden, "A question");
    const reply = await receive({ text: "An answer", reply_to: mine });
    expect(reply.message?.extendedTextMessage?.contextInfo?.stanzaId).toBe(mine);
  });

  it("reacts, votes, edits and takes back as the private id", async () => {
    const mine = await client.text(hidden, "Well?");
    await stage.sandbox.act(ANA, mine, "react", { emoji: "👍" });
    const reacted = await client.until("a reaction", () => client.seen.reactions.find(({ key }) => key.id === mine));
    expect(reacted).toMatchObject({
      key: { remoteJid: hidden, fromMe: true },
      reaction: { key: { remoteJid: hidden } },
    });

    const poll = await client.send(hidden, { poll: { name: "?", values: ["a", "b"], selectableCount: 1 } });
    await stage.sandbox.act(ANA, poll.id, "vote", { options: ["b"] });
    expect((await stage.sandbox.messages(OLGA)).find(({ id }) => id === poll.id)?.poll?.votes).toEqual([
      { from: ANA, options: ["b"] },
    ]);
    const theirs = await receive({ text: "tpyo" });
    await stage.sandbox.act(ANA, theirs.key.id ?? "", "edit", { text: "typo", encrypted: false });
    await client.until("the edit", () => client.seen.changes.find(({ key }) => key.id === theirs.key.id));
    await stage.sandbox.act(ANA, theirs.key.id ?? "", "delete");
    await client.until("the end of the message", () =>
      client.seen.changes.find(({ key, update }) => key.id === theirs.key.id && update.message === null),
    );
  });

  it("is a private id to the group, in messages and in its list of members", async () => {
    const { chat_id } = await stage.sandbox.newGroup({ subject: "Tea", owner: BEN, participants: [OLGA, ANA] });
    const metadata = await client.socket.groupMetadata(chat_id);
    expect(metadata.participants.find(({ id }) => id === hidden)?.phoneNumber).toBeUndefined();
    const { id } = await stage.sandbox.write(ANA, { chat_id, text: "It's me" });
    const { key } = (await client.message(id)).message;
    expect(key).toMatchObject({ participant: hidden });
    expect(key.participantAlt).toBeUndefined();
  });
});

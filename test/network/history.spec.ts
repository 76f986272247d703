import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

describe("the history a new device gets from its phone", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(() => stage.tearDown());

  it("holds the chats with their latest messages and the names of the people in them", async () => {
    const { sandbox } = stage;
    const { id: question } = await sandbox.write(ANA, { to: OLGA, text: "Are you there?" });
    const { id: answer } = await sandbox.write(OLGA, { to: ANA, text: "Yes" });
    const group = await sandbox.newGroup({ subject: "Tea", owner: BEN, participants: [OLGA] });
    const { id: inGroup } = await sandbox.write(BEN, { chat_id: group.chat_id, text: "Tea?" });
    const client = stage.newClient();
    await client.link(sandbox, OLGA);

    const { chats, contacts, messages } = await client.until("the history", () =>
      client.seen.history.find((part) => part.messages.length > 0),
    );
    expect(chats.map(({ id }) => id)).toEqual([at(ANA), group.chat_id]);
    expect(contacts).toContainEqual(expect.objectContaining({ id: group.chat_id, name: "Tea" }));
    expect(messages.map(({ key }) => key.id)).toEqual([answer, question, inGroup]);
    expect(messages[0]).toMatchObject({ key: { fromMe: true, remoteJid: at(ANA) } });
    expect(messages[2]?.key.participant).toBe((await sandbox.phone(BEN)).private_id);
    await client.until(
      "Ana's name",
      () =>
        client.seen.history.some((part) =>
          part.contacts.some(({ id, notify }) => id === at(ANA) && notify === "Ana"),
        ) || undefined,
    );
    expect(client.seen.messages.map(({ message }) => message.key.id)).not.toContain(question);
  });

  it("says how long each chat's messages stay, and when that was set", async () => {
    const { sandbox } = stage;
    const group = await sandbox.newGroup({ subject: "Club", owner: BEN, participants: [ANA] });
    await sandbox.write(BEN, { chat_id: group.chat_id, text: "Hi" });
    await sandbox.request("PATCH", `/groups/${group.chat_id}`, { disappearing_seconds: 86_400 });
    await sandbox.write(BEN, { to: ANA, text: "Secret" });
    const setting = { type: 3, ephemeralExpiration: 604_800 };
    await sandbox.write(BEN, { to: ANA, raw: { protocolMessage: setting } });
    const client = stage.newClient();
    await client.link(sandbox, ANA);

    const { chats } = await client.until("the history", () =>
      client.seen.history.find((part) => part.messages.length > 0),
    );
    const timers = chats.map((chat) => [
      chat.id,
      chat.ephemeralExpiration ?? 0,
      Boolean(chat.ephemeralSettingTimestamp),
    ]);
    expect(timers).toContainEqual([at(BEN), 604_800, true]);
    expect(timers).toContainEqual([group.chat_id, 86_400, false]);
    expect(timers).toContainEqual([at(OLGA), 0, false]);
  });
});

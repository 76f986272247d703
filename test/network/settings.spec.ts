import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appStateDevice } from "./support/app-state-device.ts";
import type { BaileysClient } from "./support/baileys-client.ts";
import { phoneSettings } from "./support/phone-settings.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const ARCHIVED = "regular_low";

describe("the settings that a phone shares with its linked devices", () => {
  let stage: Stage;
  let client: BaileysClient;
  let second: BaileysClient;
  const olga = () => phoneSettings(stage.sandbox, OLGA);
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    second = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await second.link(stage.sandbox, OLGA);
    await lastMessageOf(BEN);
  });
  afterAll(() => stage.tearDown());

  const lastMessageOf = async (phone: string) => {
    const { id } = await stage.sandbox.write(phone, { to: OLGA, text: "hello" });
    return (await client.message(id)).message;
  };

  it("shows on the phone what a device does with a chat", async () => {
    const message = await lastMessageOf(ANA);
    expect(await olga().chat(ANA)).toMatchObject({ archived: false, pinned: false, muted_until: null, unread: true });

    await client.socket.chatModify({ archive: true, lastMessages: [message] }, at(ANA));
    await client.socket.chatModify({ mute: -1 }, at(ANA));
    await client.socket.chatModify({ markRead: true, lastMessages: [message] }, at(ANA));

    expect(await olga().chat(ANA)).toEqual({
      chat_id: at(ANA),
      archived: true,
      pinned: false,
      muted_until: "forever",
      unread: false,
      labels: [],
    });
    await second.until("the other device's part", () => second.seen.chats.find(({ archived }) => archived));
    await second.until("the mute", () => second.seen.chats.find(({ muteEndTime }) => muteEndTime === -1));
  });

  it("takes up what a device does next, also when the same is done again and undone", async () => {
    for (const pin of [true, false, true]) await client.socket.chatModify({ pin }, at(BEN));
    await client.socket.chatModify({ mute: null }, at(ANA));

    expect(await olga().chat(BEN)).toMatchObject({ pinned: true });
    expect(await olga().chat(ANA)).toMatchObject({ muted_until: null });
    expect(stage.network.log()).not.toContain("wrong_");
  });

  it("refuses a patch on an old version inside its result, with the patches that are missing", async () => {
    const device = appStateDevice(client);
    await client.socket.resyncAppState([ARCHIVED], false);
    const before = await device.state(ARCHIVED);
    await second.socket.chatModify({ pin: true }, at(ANA));

    const refused = await device.send(ARCHIVED, { pin: false }, at(BEN), before);

    expect(refused).toMatchObject({ error: "409", hasMore: false });
    expect(refused.patches).toHaveLength(1);
    expect(await olga().chat(BEN)).toMatchObject({ pinned: true });

    const caughtUp = await device.read(ARCHIVED, refused.patches, before);
    expect(await device.send(ARCHIVED, { pin: false }, at(BEN), caughtUp)).toMatchObject({ error: null });
    expect(await olga().chat(ANA)).toMatchObject({ pinned: true });
    expect(await olga().chat(BEN)).toMatchObject({ pinned: false });
    expect(stage.network.log()).not.toContain("wrong_");
  });

  it("can be told to refuse the next changes", async () => {
    const device = appStateDevice(client);
    await client.socket.resyncAppState(["regular_high"], false);
    await stage.sandbox.fault({ kind: "conflict_settings", times: 2 });

    const state = await device.state("regular_high");
    const outcomes = [];
    for (let time = 0; time < 3; time++) outcomes.push(await device.send("regular_high", { mute: -1 }, at(BEN), state));

    expect(outcomes.map(({ error }) => error)).toEqual(["409", "409", null]);
    expect(await olga().chat(BEN)).toMatchObject({ muted_until: "forever" });
  });

  it("logs a patch whose codes do not fit, and goes on with the next", async () => {
    const device = appStateDevice(client);
    await client.socket.resyncAppState([ARCHIVED], false);
    const state = await device.state(ARCHIVED);

    await device.send(ARCHIVED, { pin: true }, at(BEN), { ...state, hash: Buffer.alloc(128, 1) });

    await expect.poll(() => stage.network.log()).toContain('"problem":"the code of the whole collection does not fit"');
    expect(await olga().chat(BEN)).toMatchObject({ pinned: true });
    await olga().change(at(BEN), { pinned: false });
    expect(await olga().chat(BEN)).toMatchObject({ pinned: false });
  });
});

describe("the settings that a new device finds", () => {
  let stage: Stage;
  const olga = () => phoneSettings(stage.sandbox, OLGA);
  beforeAll(async () => {
    stage = await setStage();
    await stage.sandbox.write(ANA, { to: OLGA, text: "hello" });
    await stage.sandbox.write(BEN, { to: OLGA, text: "hello" });
    for (let time = 0; time < 25; time++) await olga().change(at(BEN), { archived: time % 2 === 0 });
    await olga().change(ANA, { pinned: true });
  });
  afterAll(() => stage.tearDown());

  const synced = (client: BaileysClient) =>
    client.until("the first sync", () => client.auth.creds.accountSyncCounter > 0 || undefined);
  const versionOf = (client: BaileysClient) => appStateDevice(client).state(ARCHIVED);

  it("come in several answers when there are many, and are all there", async () => {
    const client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await synced(client);

    expect((await versionOf(client)).version).toBe(26);
    await client.until("Ben's chat", () => client.seen.history[0]?.chats.find(({ id }) => id === at(BEN)));
    await client.disconnect();
  });

  it("come as a snapshot once the phone made one, with the patches after it", async () => {
    expect((await olga().makeSnapshots()).versions).toMatchObject({ [ARCHIVED]: 26 });
    await olga().change(ANA, { pinned: false });
    const client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await synced(client);

    const state = await versionOf(client);
    expect(state.version).toBe(27);
    expect(Object.keys(state.indexValueMap)).toHaveLength(2);
    await client.socket.chatModify({ pin: true }, at(ANA));
    expect(await olga().chat(ANA)).toMatchObject({ pinned: true });
    expect(await olga().chat(BEN)).toMatchObject({ archived: true });
    expect(stage.network.log()).not.toContain("wrong_");
  });

  it("are found again after a restart, with what changed meanwhile", async () => {
    const client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await synced(client);
    await client.disconnect();
    await stage.network.stop();
    await stage.startAgain();
    await olga().change(ANA, { muted_until: "forever" });

    client.connect();
    await client.opened();
    await client.socket.resyncAppState(["regular_high", ARCHIVED], false);

    await client.until("the mute", () => client.seen.chats.find(({ muteEndTime }) => muteEndTime === -1));
    await client.socket.chatModify({ archive: false, lastMessages: [] }, at(BEN));
    expect(await olga().chat(BEN)).toMatchObject({ archived: false });
  });

  it("can't be changed before the phone has handed over the keys, and can once it has", async () => {
    await stage.sandbox.fault({ kind: "withhold_settings_keys", for_seconds: 600 });
    const client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await stage.sandbox.fault({ kind: "withhold_settings_keys", for_seconds: 0 });
    await expect(client.socket.chatModify({ pin: true }, at(BEN))).rejects.toThrow("App state key not present");

    await olga().shareKeys();
    await client.until("the key", () => client.auth.creds.myAppStateKeyId);

    await client.socket.chatModify({ pin: true }, at(BEN));
    expect(await olga().chat(BEN)).toMatchObject({ pinned: true });
  });

  it("wait for a new key that the phone keeps to itself", async () => {
    const client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await synced(client);
    await olga().shareKeys({ renew: true, share: false });
    await olga().change(ANA, { archived: true });
    await client.socket.resyncAppState([ARCHIVED], false);
    expect(client.seen.chats).toEqual([]);

    await olga().shareKeys();

    await client.until("the chat in the archive", () => client.seen.chats.find(({ archived }) => archived));
    await client.socket.chatModify({ archive: false, lastMessages: [] }, at(ANA));
    expect(await olga().chat(ANA)).toMatchObject({ archived: false });
  });
});

import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { phoneSettings } from "./support/phone-settings.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const { INITIAL_BOOTSTRAP, PUSH_NAME, NON_BLOCKING_DATA, INITIAL_STATUS_V3, RECENT } =
  proto.HistorySync.HistorySyncType;
const DAY_SEC = 86_400;

interface MadePast {
  readonly messages: number;
  readonly phones: string[];
}

describe("the past that a phone brings along", () => {
  let stage: Stage;
  let made: MadePast;
  beforeAll(async () => {
    stage = await setStage();
    await stage.sandbox.write(ANA, { to: OLGA, text: "a real one" });
    await phoneSettings(stage.sandbox, OLGA).change(ANA, { pinned: true, muted_until: "forever" });
    made = await past(OLGA, { chats: 20, messages_per_chat: 10, days: 30, chunk_messages: 50, by_reference: true });
  });
  afterAll(() => stage.tearDown());

  const past = (phone: string, body: Record<string, unknown>) =>
    stage.sandbox.request<MadePast>("POST", `/phones/${phone}/history`, body);
  const messagesOf = (client: BaileysClient) =>
    client.seen.history.flatMap(({ messages }) => messages).filter(({ key }) => key.remoteJid?.startsWith("1556"));
  const idsOf = (client: BaileysClient) => new Set(messagesOf(client).map(({ key }) => key.id));
  const linked = async (phone: string, messages: number) => {
    const client = stage.newClient();
    await client.link(stage.sandbox, phone);
    await client.until("the whole past", () => idsOf(client).size >= messages || undefined);
    return client;
  };

  it("reaches a device: 200 messages, in chunks that lie encrypted on the media host", async () => {
    const client = await linked(OLGA, made.messages);
    const notices = client.seen.historyNotices;

    expect(made.messages).toBe(200);
    expect(idsOf(client).size).toBe(200);
    expect(notices.map(({ syncType }) => syncType)).toEqual([
      ...[INITIAL_BOOTSTRAP, PUSH_NAME, NON_BLOCKING_DATA, INITIAL_STATUS_V3],
      ...[RECENT, RECENT, RECENT, RECENT],
    ]);
    const recent = notices.filter(({ syncType }) => syncType === RECENT);
    expect(recent.map(({ chunkOrder, progress }) => [chunkOrder, progress])).toEqual([
      [1, 27],
      [2, 55],
      [3, 83],
      [4, 100],
    ]);
    for (const { directPath, initialHistBootstrapInlinePayload, fileSha256 } of recent) {
      expect(directPath).toMatch(/^\/v\//);
      expect(fileSha256).toHaveLength(32);
      expect(initialHistBootstrapInlinePayload ?? []).toHaveLength(0);
    }
  });

  it("has each chat's messages newest first, within its days", async () => {
    const client = await linked(OLGA, made.messages);
    const first = messagesOf(client).filter(({ key }) => key.remoteJid === at(made.phones[0] ?? ""));
    const times = first.map(({ messageTimestamp }) => Number(messageTimestamp));

    expect(first).toHaveLength(10);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const oldest = Math.min(...messagesOf(client).map(({ messageTimestamp }) => Number(messageTimestamp)));
    expect(oldest).toBeGreaterThan(stage.network.now().getTime() / 1000 - 31 * DAY_SEC);
    expect(new Set(messagesOf(client).map(({ key }) => key.fromMe))).toEqual(new Set([true, false]));
  });

  it("is the same for every device, and after a restart", async () => {
    const before = await linked(OLGA, made.messages);
    const shape = (client: BaileysClient) =>
      messagesOf(client)
        .map(({ key, messageTimestamp, message }) => `${key.id} ${messageTimestamp} ${message?.conversation}`)
        .sort();
    const seen = shape(before);
    await stage.network.stop();
    await stage.startAgain();

    expect(shape(await linked(OLGA, made.messages))).toEqual(seen);
  });

  it("tells who is who, what each was named, and the tokens for writing to them", async () => {
    const client = await linked(OLGA, made.messages);
    const [phone = ""] = made.phones;
    const { signalRepository, authState } = client.socket;

    const privateId = await signalRepository.lidMapping.getLIDForPN(at(phone));
    expect(privateId).toMatch(/^\d{15}@lid$/);
    const { [String(privateId)]: token } = await authState.keys.get("tctoken", [String(privateId)]);
    expect(token?.token).toHaveLength(16);
    const names = client.seen.history.flatMap(({ contacts }) => contacts).map(({ notify }) => notify);
    expect(names).toContain("Acquaintance 1");
    const known = await stage.sandbox.addPhone(phone, "Real now");
    expect(known.private_id).toBe(privateId);
  });

  it("shows chats as the owner arranged them", async () => {
    const client = await linked(OLGA, made.messages);

    const chat = client.seen.history.flatMap(({ chats }) => chats).find(({ id }) => id === at(ANA));

    expect(Number(chat?.pinned)).toBeGreaterThan(1_500_000_000);
    // The value for a chat muted indefinitely. In the history, it is a number too large for the library. If the
    // settings arrived before the history was handed over, it is -1.
    expect([-1, Number.MAX_SAFE_INTEGER]).toContain(Number(chat?.muteEndTime));
    expect(chat?.unreadCount).toBe(1);
  });

  it("may come inside the notices, with a chat that goes on in the next chunk", async () => {
    const { messages } = await past(BEN, { chats: 3, messages_per_chat: 6, chunk_messages: 4 });
    const client = await linked(BEN, messages);

    expect(idsOf(client).size).toBe(18);
    const recent = client.seen.historyNotices.filter(({ syncType }) => syncType === RECENT);
    expect(recent).toHaveLength(4);
    expect(recent.every(({ directPath }) => !directPath)).toBe(true);
  });

  it("comes again to a device that is linked already", async () => {
    const client = stage.newClient();
    await client.link(stage.sandbox, ANA);
    await client.until("the first sync", () => client.auth.creds.accountSyncCounter > 0 || undefined);

    const { messages, phones } = await past(ANA, { chats: 2, messages_per_chat: 5 });

    await client.until("the chunk", () => idsOf(client).size >= messages - phones.length || undefined);
    expect(client.seen.historyNotices.at(-1)).toMatchObject({ syncType: RECENT, progress: 100 });
  });

  it("names chats by private id on an account that moved to those", async () => {
    const moved = "15550001052";
    await stage.sandbox.request("POST", "/phones", { phone: moved, name: "Moved", private_ids: true });
    await past(moved, { chats: 1, messages_per_chat: 2 });
    const client = stage.newClient();
    await client.link(stage.sandbox, moved);

    const all = () => client.seen.history.flatMap(({ messages }) => messages);
    await client.until("both messages", () => all().length >= 2 || undefined);
    expect(all().every(({ key }) => key.remoteJid?.endsWith("@lid"))).toBe(true);
  });

  it("has a size that a machine can hold", async () => {
    await expect(past(BEN, { chats: 5000, messages_per_chat: 100 })).rejects.toMatchObject({ status: 422 });
  });
});

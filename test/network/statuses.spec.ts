import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const STATUS = "status@broadcast";

describe("statuses", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  const statusesOf = (phone: string) => stage.sandbox.messages(phone, STATUS);

  it("go to whom the device lists, show who has seen them, and can be taken back", async () => {
    const status = await client.send(
      STATUS,
      { text: "Open today", linkPreview: null },
      { statusJidList: [at(OLGA), at(ANA)], backgroundColor: "#336699", font: 1 },
    );
    expect(await statusesOf(ANA)).toMatchObject([{ id: status.id, from: OLGA, text: "Open today" }]);
    expect(await statusesOf(BEN)).toEqual([]);
    expect(await statusesOf(OLGA)).toHaveLength(1);

    await stage.sandbox.read(ANA, status.id);
    await client.until("Ana's view", () =>
      client.seen.groupReceipts.find(({ key, receipt }) => key.id === status.id && receipt.readTimestamp),
    );
    await client.send(STATUS, { delete: { ...status, fromMe: true } }, { statusJidList: [at(OLGA), at(ANA)] });
    expect(await statusesOf(ANA)).toMatchObject([{ deleted: true }]);
  });

  it("of people reach the devices of those they write with", async () => {
    await stage.sandbox.write(ANA, { to: OLGA, text: "hello" });
    const { id } = await stage.sandbox.write(ANA, { chat_id: STATUS, text: "At the sea" });

    const { message } = await client.message(id);
    expect(message.key).toMatchObject({ remoteJid: STATUS, fromMe: false });
    expect(message.message?.extendedTextMessage?.text).toBe("At the sea");
    expect(await statusesOf(BEN)).toEqual([]);
  });

  it("leaves nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});

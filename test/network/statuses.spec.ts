import { generateMessageIDV2, generateWAMessageContent, proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const STATUS = "status@broadcast";
/** An account that has moved to private IDs. */
const MOVED = "15550001004";

interface SandboxStatus {
  readonly id: string;
  readonly from: string;
  readonly type: string;
  readonly text: string | null;
  readonly background_color: string | null;
  readonly font: number | null;
  readonly media: { readonly mimetype: string; readonly size: number | null } | null;
  readonly at: string;
}

let stage: Stage;
let client: BaileysClient;
beforeAll(async () => {
  stage = await setStage();
  client = stage.newClient();
  await client.link(stage.sandbox, OLGA);
  await save(ANA, OLGA);
});
afterAll(() => stage.tearDown());

const save = (phone: string, person: string) =>
  stage.sandbox.request("PUT", `/phones/${phone}/contacts/${person}`, { name: "Somebody" });

const shownTo = async (phone: string) =>
  (await stage.sandbox.request<{ data: SandboxStatus[] }>("GET", `/phones/${phone}/statuses`)).data;

const view = (phone: string, id: string) => stage.sandbox.request("POST", `/phones/${phone}/statuses/${id}/view`);

const privateId = async (phone: string) => (await stage.sandbox.phone(phone)).private_id;

const viewsOf = (from: BaileysClient, id: string) =>
  from.seen.groupReceipts.filter(({ key, receipt }) => key.id === id && receipt.readTimestamp);

/** Posts a text status from Olga's device as the library does. */
const post = (text: string, people: string[]) =>
  client.send(
    STATUS,
    { text, linkPreview: null },
    { statusJidList: people.map(at), backgroundColor: "#336699", font: 1 },
  );

describe("statuses", () => {
  it("go to whom the device lists, show who has seen them, and can be taken back", async () => {
    const status = await post("Open today", [OLGA, ANA]);
    expect(await shownTo(ANA)).toMatchObject([
      { id: status.id, from: OLGA, type: "text", text: "Open today", background_color: "#336699", font: 1 },
    ]);
    expect(await shownTo(BEN)).toEqual([]);
    expect(await shownTo(OLGA)).toHaveLength(1);

    await view(ANA, status.id);
    await client.until("Ana's view", () => viewsOf(client, status.id)[0]);
    await client.send(STATUS, { delete: { ...status, fromMe: true } }, { statusJidList: [at(OLGA), at(ANA)] });
    expect(await shownTo(ANA)).toEqual([]);
    await expect(view(ANA, status.id)).rejects.toMatchObject({ code: "message_not_found" });
  });

  it("bring pictures", async () => {
    const picture = Buffer.from("no picture, but nobody looks");
    const image = { image: picture, caption: "New", jpegThumbnail: "" };
    await client.send(STATUS, image, { statusJidList: [at(OLGA), at(ANA)] });

    const media = { mimetype: "image/jpeg", size: picture.length };
    expect((await shownTo(ANA)).at(-1)).toMatchObject({ type: "image", text: "New", media });
  });

  it("are kept by nobody who has not saved the sender, nor by who has blocked them", async () => {
    await post("Who knows me?", [ANA, BEN]);
    expect((await shownTo(ANA)).at(-1)?.text).toBe("Who knows me?");
    expect(await shownTo(BEN)).toEqual([]);

    await save(BEN, OLGA);
    await stage.sandbox.request("POST", `/phones/${ANA}/block`, { phone: OLGA });
    await post("And now?", [ANA, BEN]);
    await stage.sandbox.request("POST", `/phones/${ANA}/block`, { phone: OLGA, blocked: false });
    expect((await shownTo(BEN)).map(({ text }) => text)).toEqual(["And now?"]);
    expect((await shownTo(ANA)).at(-1)?.text).toBe("Who knows me?");
  });

  it("tell nothing of who keeps it secret", async () => {
    await stage.sandbox.request("POST", `/phones/${BEN}/read-receipts`, { sent: false });
    const status = await post("Seen?", [ANA, BEN]);

    await view(BEN, status.id);
    await view(ANA, status.id);
    await client.until("a view", () => viewsOf(client, status.id)[0]);
    expect(viewsOf(client, status.id).map(({ receipt }) => receipt.userJid)).toEqual([await privateId(ANA)]);
  });

  it("are gone after a day by the clock", async () => {
    await stage.sandbox.moveClock({ advance_seconds: 23 * 3600 });
    await post("Later", [ANA]);
    expect((await shownTo(ANA)).length).toBeGreaterThan(1);
    await stage.sandbox.moveClock({ advance_seconds: 3600 });
    expect((await shownTo(ANA)).map(({ text }) => text)).toEqual(["Later"]);
  });

  it("of people reach the devices of those they write with", async () => {
    await stage.sandbox.write(ANA, { to: OLGA, text: "hello" });
    const { id } = await stage.sandbox.write(ANA, { chat_id: STATUS, text: "At the sea" });

    const { message } = await client.message(id);
    expect(message.key).toMatchObject({ remoteJid: STATUS, fromMe: false });
    expect(message.message?.extendedTextMessage?.text).toBe("At the sea");
  });

  it("leave nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});

describe("statuses of an account that moved to private ids", () => {
  let moved: BaileysClient;
  beforeAll(async () => {
    await stage.sandbox.request("POST", "/phones", { phone: MOVED, name: "Mona", private_ids: true });
    await save(ANA, MOVED);
    moved = stage.newClient();
    await moved.link(stage.sandbox, MOVED);
  });

  const meta = { tag: "meta", attrs: { status_setting: "contacts" } };

  /** Posts a text status with these nodes. @returns its id. */
  async function postAs(text: string, list: string[], nodes: { tag: string; attrs: Record<string, string> }[]) {
    const content = await generateWAMessageContent({ text, linkPreview: null }, { upload: () => Promise.reject() });
    const options = { messageId: generateMessageIDV2(), statusJidList: list, additionalNodes: nodes };
    return moved.socket.relayMessage(STATUS, proto.Message.create(content), options);
  }

  it("are refused when they list anybody by number", async () => {
    const sent = await moved.socket.sendMessage(
      STATUS,
      { text: "Hi", linkPreview: null },
      { statusJidList: [at(ANA)] },
    );
    await moved.receipt(sent?.key.id ?? "", 0);
    expect(moved.seen.changes.at(-1)?.update.messageStubParameters).toContain("479");
    await moved.receipt(await postAs("Hi", [await privateId(MOVED), at(ANA)], [meta]), 0);
    const byOlga = await client.socket.sendMessage(STATUS, { text: "Hi" }, { statusJidList: [at(MOVED)] });
    await client.receipt(byOlga?.key.id ?? "", 0);
    expect((await shownTo(ANA)).map(({ from }) => from)).not.toContain(MOVED);
  });

  it("are shown when they list private ids and say for whom they are", async () => {
    const list = [await privateId(MOVED), await privateId(ANA)];
    await moved.acknowledgement(await postAs("Nobody sees this", list, []));
    await moved.acknowledgement(await postAs("Everybody sees this", list, [meta]));
    const texts = async (phone: string) =>
      (await shownTo(phone)).filter(({ from }) => from === MOVED).map(({ text }) => text);
    expect(await texts(ANA)).toEqual(["Everybody sees this"]);
    expect(await texts(MOVED)).toEqual(["Everybody sees this"]);
  });
});

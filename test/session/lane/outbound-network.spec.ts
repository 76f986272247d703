import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageContent } from "../../../core/domain/messages/message-content.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { PDF, picture, recorded } from "../support/sample-files.ts";
import { SendingWorld } from "../support/sending-world.ts";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("what the session sends, as people's phones show it", () => {
  let sending: SendingWorld;
  beforeAll(async () => {
    sending = await SendingWorld.create();
  });
  const wroteBefore = (phone: string) =>
    sending.world.table.write({
      put: { ...keys.person(sending.instance, phone), last_in_at: "2026-01-01T00:00:00.000Z" },
    });
  /**
   * Returns the digits that a phone puts after the @ to mention a person in a group that addresses its members this
   * way.
   */
  const digitsIn = async (addressing: string | undefined, phone: string) => {
    if (addressing === "number") return phone;
    const { private_id } = await sending.world.stage.sandbox.request<{ private_id: string }>("GET", `/phones/${phone}`);
    return private_id.split("@")[0];
  };
  /** An example of each kind of content. */
  const EACH_KIND: Record<MessageContent["kind"], () => MessageContent | Promise<MessageContent>> = {
    text: () => ({ kind: "text", text: "Hello", link_preview: false, mentions: [] }),
    image: async () => sending.media("image", await picture().jpeg().toBuffer(), { mimetype: "image/jpeg" }),
    video: () => sending.media("video", recorded("film.mp4", []), { mimetype: "video/mp4" }),
    audio: () => sending.media("audio", recorded("sound.mp3", []), { mimetype: "audio/mpeg" }),
    document: () => sending.media("document", PDF, { mimetype: "application/pdf", filename: "a.pdf" }),
    sticker: async () => ({
      kind: "sticker",
      file: (await sending.media("image", await picture().png().toBuffer())).file,
    }),
    location: () => ({ kind: "location", latitude: -23.5, longitude: -46.6, title: null, address: null }),
    contact: () => ({ kind: "contact", name: "Ben", phone: BEN, organization: null }),
    poll: () => ({ kind: "poll", name: "Tea?", options: ["Yes", "No"], multiple_answers: false }),
  };
  afterAll(async () => {
    expect(readdirSync(sending.world.folder.path)).toEqual([]);
    await sending.tearDown();
  });

  it.each([
    ["image", () => picture().jpeg().toBuffer(), "image/jpeg", "Look"],
    ["video", () => recorded("film.mp4", []), "video/mp4", "Look"],
    ["audio", () => recorded("sound.mp3", []), "audio/mpeg", null],
    ["document", () => PDF, "application/pdf", "Sign"],
  ] as const)("%s: the same bytes", async (kind, make, mimetype, caption) => {
    const bytes = await make();
    const sent = await sending.send(ANA, await sending.media(kind, bytes, { caption, mimetype, filename: "a.pdf" }));

    expect(await sending.seen(ANA, sent)).toMatchObject({
      type: kind,
      text: caption,
      media: { mimetype, size: bytes.length, sha256: sha256(bytes), problem: null, voice: false },
    });
  });

  it("a voice note", async () => {
    const sent = await sending.send(ANA, await sending.media("audio", recorded("sound.wav", []), { voice: true }));
    const media = { mimetype: "audio/ogg; codecs=opus", voice: true, problem: null };
    expect(await sending.seen(ANA, sent)).toMatchObject({ type: "audio", media });
  });

  it("a sticker", async () => {
    const { file } = await sending.media("image", await picture().png().toBuffer());
    const sent = await sending.send(ANA, { kind: "sticker", file });
    expect(await sending.seen(ANA, sent)).toMatchObject({
      type: "sticker",
      media: { mimetype: "image/webp", problem: null },
    });
  });

  it("a place, a contact, a poll", async () => {
    const place = { kind: "location", latitude: -23.5, longitude: -46.6, title: "Shop", address: null } as const;
    expect(await sending.seen(ANA, await sending.send(ANA, place))).toMatchObject({
      location: { latitude: -23.5, longitude: -46.6, title: "Shop" },
    });
    const card = { kind: "contact", name: "Ben; Sales, Ltd", phone: BEN, organization: null } as const;
    expect(await sending.seen(ANA, await sending.send(ANA, card))).toMatchObject({
      contact: { name: "Ben; Sales, Ltd", phone: BEN },
    });
    const poll = { kind: "poll", name: "Tea?", options: ["Yes", "No"], multiple_answers: false } as const;
    const asked = await sending.send(ANA, { ...poll, options: [...poll.options] });
    expect(await sending.seen(ANA, asked)).toMatchObject({
      poll: { name: "Tea?", options: ["Yes", "No"], multiple_answers: false },
    });
  });

  it("a reply to what a person wrote, and to a message of our own", async () => {
    const { id } = await sending.world.stage.sandbox.write(ANA, { to: OLGA, text: "Is it open?" });
    const asked = await sending.received(id);
    const answer = await sending.text(ANA, "Yes", { reply_to: asked.id });
    expect(await sending.seen(ANA, answer)).toMatchObject({ text: "Yes", reply_to: id });

    const more = await sending.text(ANA, "Until six", { reply_to: answer.id });
    expect(await sending.seen(ANA, more)).toMatchObject({ reply_to: answer.network_id });
  });

  it.each(["private_id", "number"])("to a group whose members name each other by %s", async (addressing) => {
    const group = { subject: "Tea", owner: ANA, participants: [OLGA, BEN], addressing };
    const { chat_id } = await sending.world.stage.sandbox.newGroup(group);
    const content = { kind: "text", text: `@${BEN} come`, link_preview: false, mentions: [BEN] } as const;
    const sent = await sending.send(chat_id, { ...content, mentions: [...content.mentions] });

    expect(sent).toMatchObject({ status: expect.not.stringMatching("failed") });
    const text = `@${await digitsIn(addressing, BEN)} come`;
    for (const phone of [ANA, BEN])
      expect(await sending.seen(phone, sent)).toMatchObject({ text, mentions: [BEN], chat_id });
    expect(sent).toMatchObject({ body: content.text });

    const { id } = await sending.world.stage.sandbox.write(BEN, { chat_id, text: "Coming" });
    const answer = await sending.text(chat_id, "Good", { reply_to: (await sending.received(id)).id });
    expect(await sending.seen(ANA, answer)).toMatchObject({ text: "Good", reply_to: id });
  });

  it.each(["private_id", "number"])("a mention by private id, in a group by %s", async (addressing) => {
    const { sandbox } = sending.world.stage;
    const { chat_id } = await sandbox.newGroup({ subject: "Tea", owner: ANA, participants: [OLGA, BEN], addressing });
    const privateDigits = await digitsIn("private_id", BEN);
    const mentions = [`${privateDigits}@lid`, BEN];
    const text = `@${privateDigits} and @${BEN}: come`;

    const sent = await sending.send(chat_id, { kind: "text", text, link_preview: false, mentions });

    const digits = await digitsIn(addressing, BEN);
    for (const phone of [ANA, BEN])
      expect(await sending.seen(phone, sent)).toMatchObject({
        text: `@${digits} and @${digits}: come`,
        mentions: [BEN],
      });
    expect(sent).toMatchObject({ body: text, content: { text, mentions } });
  });

  it.each([
    ["private_id", "5511987654321", "551187654321", false],
    ["number", "525512345678", "5215512345678", false],
    ["private_id, where the member's number is hidden", "5531987654321", "553187654321", true],
  ])("a mention by the other form of a member's number, in a group by %s", async (how, given, known, hide_number) => {
    const { sandbox } = sending.world.stage;
    await sandbox.addPhone(known, "Rio");
    if (hide_number) await wroteBefore(known);
    await sandbox.changePhone(known, { hide_number });
    const [addressing] = how.split(",");
    const { chat_id } = await sandbox.newGroup({ subject: "Tea", owner: ANA, participants: [OLGA, known], addressing });
    const text = `@${given}, @${known} and @${given}1: come`;

    const sent = await sending.send(chat_id, { kind: "text", text, link_preview: false, mentions: [given, known] });

    const digits = await digitsIn(addressing, known);
    const shown = `@${digits}, @${digits} and @${given}1: come`;
    for (const phone of [ANA, known])
      expect(await sending.seen(phone, sent)).toMatchObject({ text: shown, mentions: [known] });
    expect(sent).toMatchObject({ body: text, content: { text, mentions: [given, known] } });
  });

  it.each(Object.keys(EACH_KIND))(
    "content of kind %s to the other form of a number, whose person gets it",
    async (kind) => {
      const rest = `8765400${Object.keys(EACH_KIND).indexOf(kind)}`;
      const [given, known] = [`55219${rest}`, `5521${rest}`];
      await sending.world.stage.sandbox.addPhone(known, "Rio");

      const sent = await sending.send(given, await EACH_KIND[kind as MessageContent["kind"]]());

      expect(sent).toMatchObject({ class: "first", person: known, to_asked: given });
      expect(await sending.seen(known, sent)).toMatchObject({ type: kind });
    },
  );

  it("to a group that is not there: chat_not_found", async () => {
    const sent = await sending.text("120363999999999999@g.us", "Hello?");
    expect(sent).toMatchObject({ status: "failed", error_code: "chat_not_found" });
  });

  it("a file that is no picture: media_type_refused", async () => {
    const sent = await sending.send(ANA, await sending.media("image", PDF));
    expect(sent).toMatchObject({ status: "failed", error_code: "media_type_refused" });
  });

  it("a post in a channel that we only follow is refused by the network", async () => {
    const { sandbox } = sending.world.stage;
    const { chat_id } = await sandbox.request<{ chat_id: string }>("POST", "/channels", { name: "News", owner: ANA });
    const sent = await sending.text(chat_id, "Me too");
    expect(sent).toMatchObject({ status: "failed", error_code: "messenger_refused" });
  });

  it("a document of 100 MB takes no more than 64 MB of memory on its way", async () => {
    const MB = 1024 * 1024;
    const content = await sending.media("document", PDF);
    const get = sending.world.media.get;
    let size = 10;
    sending.world.media.get = async () => repeated(Buffer.alloc(MB, "x"), size);
    await sending.send(ANA, content); // what is loaded once is no growth
    size = 100;
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);

    const sent = await sending.send(ANA, content);

    clearInterval(watch);
    sending.world.media.get = get;
    expect(await sending.seen(ANA, sent)).toMatchObject({ media: { size: 100 * MB, problem: null } });
    expect((most - before) / MB).toBeLessThan(64);
  });

  it("a file whose upload is refused goes when uploads work again", async () => {
    const { sandbox } = sending.world.stage;
    await sandbox.fault({ kind: "refuse_uploads", for_seconds: 600 });
    const sent = sending.send(ANA, await sending.media("document", PDF, { mimetype: "application/pdf" }));
    await expect
      .poll(() => sending.world.complaints.some(({ message }) => message.includes("could not be prepared")))
      .toBe(true);
    await sandbox.fault({ kind: "refuse_uploads", for_seconds: 0 });
    sending.world.clock.moveTo(new Date(sending.world.clock.now().getTime() + 11_000));
    expect(await sending.seen(ANA, await sent)).toMatchObject({ media: { sha256: sha256(PDF), problem: null } });
  });
});

async function* repeated(chunk: Buffer, times: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < times; n++) yield chunk;
}

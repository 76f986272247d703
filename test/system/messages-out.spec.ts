import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { pdf, picture, recording, sha256 } from "../support/sample-files.ts";

type Json = Record<string, unknown>;
const SHOP = "5511988880000";
const ANA = "5511977770001";

/** Tests every kind of message: sent through the API, and decrypted on a person's phone. */
describe("a message sent through the API", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let shop: { id: string };
  let files: Server;
  let filesUrl: string;
  const served = new Map<string, Buffer>();

  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    shop = await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Hello" });
    await eventually("Ana's message", async () => {
      const list = await gateway.api<{ data: Json[] }>("GET", "/v1/messages?direction=in");
      return list.body.data.length === 1;
    });
    files = createServer((request, response) => {
      const file = served.get(request.url ?? "");
      response.writeHead(file ? 200 : 404).end(file);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => files.once("listening", resolve));
    filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    files?.close();
    await gateway?.stop();
    folder.remove();
  });

  /** Sends to Ana and waits until her phone shows the message. @returns the answer and what is shown. */
  async function sendAndSee(content: Json): Promise<{ sent: Json; shown: Json }> {
    const before = new Set((await inbox(gateway, ANA)).map((message) => message.id));
    const answer = await gateway.api<{ data: Json }>("POST", "/v1/messages", {
      instance_id: shop.id,
      to: ANA,
      ...content,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    const shown = await eventually("it on the person's phone", async () => {
      const now = await gateway.api<{ data: Json }>("GET", `/v1/messages/${answer.body.data.id}`);
      if (now.body.data.status === "failed") throw new Error(`It failed: ${now.body.data.error_code}`);
      return (await inbox(gateway, ANA)).find((message) => message.from === SHOP && !before.has(message.id));
    });
    return { sent: answer.body.data, shown };
  }

  const base64 = (bytes: Buffer) => bytes.toString("base64");

  it.each(["png", "jpeg"] as const)("is an image (%s) with the same bytes and its caption", async (format) => {
    const bytes = await picture(format);

    const { shown } = await sendAndSee({ text: "Look", media: { data: base64(bytes), mimetype: `image/${format}` } });

    expect(shown).toMatchObject({ type: "image", text: "Look", media: { sha256: sha256(bytes) } });
  });

  it("is a document by url with the same bytes and name; path tricks in the name are harmless", async () => {
    const bytes = pdf("price list");
    served.set("/prices.pdf", bytes);

    const { shown } = await sendAndSee({
      media: { url: `${filesUrl}/prices.pdf`, mimetype: "application/pdf", filename: "../../etc/prices.pdf" },
    });

    expect(shown).toMatchObject({ type: "document", media: { sha256: sha256(bytes), mimetype: "application/pdf" } });
    expect(String((shown.media as Json).filename)).toMatch(/prices\.pdf$/);
    expect(String((shown.media as Json).filename)).not.toContain("/");
  });

  it("is a video with the same bytes", async () => {
    const bytes = recording("mp4");

    const { shown } = await sendAndSee({ media: { data: base64(bytes), mimetype: "video/mp4" } });

    expect(shown).toMatchObject({ type: "video", media: { sha256: sha256(bytes) } });
  });

  it("is a sound with the same bytes, or a voice note made of it", async () => {
    const bytes = recording("mp3");

    const sound = await sendAndSee({ media: { data: base64(bytes), mimetype: "audio/mpeg" } });
    const voice = await sendAndSee({ media: { data: base64(bytes), mimetype: "audio/mpeg", voice: true } });

    expect(sound.shown).toMatchObject({ type: "audio", media: { sha256: sha256(bytes) } });
    expect(voice.shown).toMatchObject({ type: "audio", media: { mimetype: "audio/ogg; codecs=opus" } });
  });

  it("is a sticker made of any picture", async () => {
    const { shown } = await sendAndSee({ sticker: { data: base64(await picture("png")) } });

    expect(shown).toMatchObject({ type: "sticker", media: { mimetype: "image/webp" } });
  });

  it("is a location, a contact card, a poll", async () => {
    const place = await sendAndSee({ location: { latitude: -23.55, longitude: -46.63, title: "Shop" } });
    const card = await sendAndSee({ contact: { name: "João; da Silva", phone: "5511966660002" } });
    const poll = await sendAndSee({ poll: { name: "When?", options: ["Today", "Tomorrow"] } });

    expect(place.shown.location).toMatchObject({ latitude: -23.55, longitude: -46.63, title: "Shop" });
    expect(card.shown.contact).toMatchObject({ name: "João; da Silva", phone: "5511966660002" });
    expect(poll.shown.poll).toMatchObject({ name: "When?", options: ["Today", "Tomorrow"], multiple_answers: false });
  });

  it("answers another message when it says so", async () => {
    const list = await gateway.api<{ data: Json[] }>("GET", "/v1/messages?direction=in");
    const question = list.body.data.find((message) => message.body === "Hello");

    const { sent, shown } = await sendAndSee({ text: "Hi!", reply_to: question?.id });

    expect(sent.reply_to).toBe(question?.id);
    expect(shown.reply_to).not.toBeNull();
  });

  it.each([
    ["emoji families", "👩‍👩‍👧‍👦 🏳️‍🌈 👋🏽"],
    ["right to left", "مرحبا بالعالم שלום"],
    ["line breaks and tabs", "one\n\ttwo\r\nthree"],
  ])("keeps its characters: %s", async (_what, text) => {
    const { shown } = await sendAndSee({ text });

    expect(shown.text).toBe(text);
  });

  it("is edited for everyone while that is allowed", async () => {
    const { sent } = await sendAndSee({ text: "Open till 17 h" });
    await eventually("sent", async () => (await status(sent.id)) !== "queued");

    const answer = await gateway.api("PATCH", `/v1/messages/${sent.id}`, { text: "Open till 18 h" });

    expect(answer.status).toBe(202);
    await eventually("the phone to show the edit", async () =>
      (await inbox(gateway, ANA)).some((message) => message.text === "Open till 18 h" && message.edited === true),
    );
    const now = await gateway.api<{ data: Json }>("GET", `/v1/messages/${sent.id}`);
    expect(now.body.data).toMatchObject({ body: "Open till 18 h" });
    expect(now.body.data.edited_at).not.toBeNull();
  });

  it("is deleted for everyone: no content stays", async () => {
    const { sent, shown } = await sendAndSee({ text: "Wrong price" });
    await eventually("sent", async () => (await status(sent.id)) !== "queued");

    const answer = await gateway.api("DELETE", `/v1/messages/${sent.id}`);

    expect(answer.status).toBe(202);
    await eventually("the phone to show it is gone", async () =>
      (await inbox(gateway, ANA)).some((message) => message.id === shown.id && message.deleted === true),
    );
    const now = await gateway.api<{ data: Json }>("GET", `/v1/messages/${sent.id}`);
    expect(now.body.data).toMatchObject({ body: null });
    expect(now.body.data.deleted_at).not.toBeNull();
  });

  it("gets a reaction, which is taken back again", async () => {
    const { sent, shown } = await sendAndSee({ text: "React to me" });
    await eventually("sent", async () => (await status(sent.id)) !== "queued");
    const reactions = async () =>
      (await inbox(gateway, ANA)).find((message) => message.id === shown.id)?.reactions as Json[];

    expect((await gateway.api("PUT", `/v1/messages/${sent.id}/reaction`, { emoji: "👍" })).status).toBe(202);
    await eventually("the reaction on the phone", async () => (await reactions()).length === 1);
    expect((await gateway.api("DELETE", `/v1/messages/${sent.id}/reaction`)).status).toBe(202);
    await eventually("no reaction on the phone", async () => (await reactions()).length === 0);
  });

  it("is forwarded with its file", async () => {
    const bytes = await picture("png", 64);
    const { sent } = await sendAndSee({ media: { data: base64(bytes), mimetype: "image/png" } });

    const answer = await gateway.api<{ data: Json }>("POST", `/v1/messages/${sent.id}/forward`, { to: ANA });

    expect(answer.status).toBe(202);
    expect(answer.body.data.id).not.toBe(sent.id);
    await eventually("it twice on the phone", async () => {
      const shown = await inbox(gateway, ANA);
      return shown.filter((message) => (message.media as Json | null)?.sha256 === sha256(bytes)).length === 2;
    });
  });

  it("goes to a group by chat_id, with mentions, and to a channel", async () => {
    const group = await gateway.sandbox<Json>("POST", "/groups", { subject: "Team", owner: ANA, participants: [SHOP] });
    const channel = await gateway.sandbox<Json>("POST", "/channels", { name: "News", owner: SHOP, followers: [ANA] });

    await send({ to: null, chat_id: group.body.chat_id, text: `Hello @${ANA}`, mentions: [ANA] });
    await send({ to: null, chat_id: channel.body.chat_id, text: "New opening hours" });

    const inGroup = await eventually("it in the group", async () =>
      (await inbox(gateway, ANA)).find((message) => message.chat_id === group.body.chat_id),
    );
    const ana = await gateway.sandbox<Json>("GET", `/phones/${ANA}`);
    const digits = String(ana.body.private_id).split("@")[0];
    expect(inGroup).toMatchObject({ text: `Hello @${digits}`, mentions: [ANA] });
    await eventually("it in the channel", async () =>
      (await inbox(gateway, ANA)).some((message) => message.text === "New opening hours"),
    );
  });

  it("fails with its reason when its file can't be fetched, or is none of its kind; the send itself is no error", async () => {
    const gone = await send({ media: { url: `${filesUrl}/nothing.pdf`, mimetype: "application/pdf" } });
    const noPicture = await send({ media: { data: base64(pdf("x")), mimetype: "image/png" } });

    await eventually(
      "both to fail",
      async () => (await status(gone)) === "failed" && (await status(noPicture)) === "failed",
    );
    expect(await errorCode(gone)).toBe("media_unreachable");
    expect(await errorCode(noPicture)).toBe("media_type_refused");
  });

  it("fails when the number is not on the network, and when the network refuses it", async () => {
    const nobody = await send({ to: "5511900000000", text: "Hello?" });
    await eventually("the first to fail", async () => (await status(nobody)) === "failed");
    expect(await errorCode(nobody)).toBe("not_on_messenger");

    await gateway.sandbox("POST", "/faults", { kind: "refuse_messages", code: 400, for_seconds: 30 });
    const refused = await send({ text: "Refused" });
    await eventually("the second to fail", async () => (await status(refused)) === "failed");
    await gateway.sandbox("POST", "/faults", { kind: "refuse_messages", code: 400, for_seconds: 0 });
    expect(await errorCode(refused)).toBe("messenger_refused");
  });

  it("fails as messenger_restricted when the network refuses it because of a lock that nobody knew of", async () => {
    const BIA = "5511977770009";
    await gateway.sandbox("POST", "/phones", { phone: BIA, name: "Bia" });
    await gateway.sandbox("POST", `/phones/${SHOP}/restrict`, { seconds: 30, silent: true });
    const first = await send({ to: BIA, text: "Hello Bia" });

    await eventually("it to fail", async () => (await status(first)) === "failed");
    await gateway.sandbox("POST", "/clock", { advance_seconds: 60 });

    expect(await errorCode(first)).toBe("messenger_restricted");
  });

  it("is repeated once when nobody acknowledges it, then fails as no_receipt; the person sees it once", async () => {
    await gateway.sandbox("PATCH", `/phones/${ANA}`, { auto_deliver: false });
    await gateway.sandbox("POST", "/faults", { kind: "lose_acks", for_seconds: 600 });
    const lost = await send({ text: "Can you hear me?" });
    await eventually("it on the phone", async () =>
      (await inbox(gateway, ANA)).some((message) => message.text === "Can you hear me?"),
    );

    await eventually("it to fail", async () => {
      await gateway.sandbox("POST", "/clock", { advance_seconds: 61 });
      return (await status(lost)) === "failed";
    });
    await gateway.sandbox("POST", "/faults", { kind: "lose_acks", for_seconds: 0 });
    await gateway.sandbox("PATCH", `/phones/${ANA}`, { auto_deliver: true });

    expect(await errorCode(lost)).toBe("no_receipt");
    const shown = (await inbox(gateway, ANA)).filter((message) => message.text === "Can you hear me?");
    expect(shown).toHaveLength(1);
  });

  it("is scheduled, moved, and goes at its time; a cancelled one never goes", async () => {
    const clock = await gateway.sandbox<{ now: string }>("GET", "/clock");
    const inHours = (hours: number) => new Date(Date.parse(clock.body.now) + hours * 3_600_000).toISOString();
    const scheduled = await send({ text: "In two hours", send_at: inHours(5) });
    const cancelled = await send({ text: "Never", send_at: inHours(1) });
    expect(await status(scheduled)).toBe("scheduled");

    const moved = await gateway.api<{ data: Json }>("PATCH", `/v1/messages/${scheduled}`, { send_at: inHours(2) });
    expect(moved.status).toBe(200);
    expect((await gateway.api("DELETE", `/v1/messages/${cancelled}`)).status).toBe(204);
    expect((await gateway.api("GET", `/v1/messages/${cancelled}`)).status).toBe(404);

    await gateway.sandbox("POST", "/clock", { advance_seconds: 3_600 });
    expect(await status(scheduled)).toBe("scheduled");
    await gateway.sandbox("POST", "/clock", { advance_seconds: 3_700 });
    await eventually("it on the phone", async () =>
      (await inbox(gateway, ANA)).some((message) => message.text === "In two hours"),
    );
    expect((await inbox(gateway, ANA)).some((message) => message.text === "Never")).toBe(false);
  });

  it("can be changed and cancelled while it waits", async () => {
    await gateway.api("POST", `/v1/instances/${shop.id}/stop`);
    await eventually("stopped", async () => {
      const now = await gateway.api<{ data: Json }>("GET", `/v1/instances/${shop.id}`);
      return now.body.data.status === "stopped";
    });
    const changed = await send({ text: "Old text" });
    const cancelled = await send({ text: "Cancelled" });

    expect((await gateway.api("PATCH", `/v1/messages/${changed}`, { text: "New text" })).status).toBe(200);
    const answer = await gateway.api<{ data: Json }>("DELETE", `/v1/messages/${cancelled}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      status: "failed",
      error: "Cancelled before it was sent.",
      error_code: "cancelled",
    });

    await gateway.api("POST", `/v1/instances/${shop.id}/start`);
    await eventually("the new text on the phone", async () =>
      (await inbox(gateway, ANA)).some((message) => message.text === "New text"),
    );
    const shown = (await inbox(gateway, ANA)).map((message) => message.text);
    expect(shown).not.toContain("Old text");
    expect(shown).not.toContain("Cancelled");
  });

  async function send(content: Json): Promise<unknown> {
    const body = { instance_id: shop.id, to: ANA, ...content };
    const answer = await gateway.api<{ data: Json }>("POST", "/v1/messages", body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return answer.body.data.id;
  }

  const read = async (id: unknown) => (await gateway.api<{ data: Json }>("GET", `/v1/messages/${id}`)).body.data;
  const status = async (id: unknown) => (await read(id)).status;
  const errorCode = async (id: unknown) => (await read(id)).error_code;
});

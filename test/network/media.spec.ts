import { createHash } from "node:crypto";
import { downloadMediaMessage, proto, type WAMessage } from "@whiskeysockets/baileys";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, OLGA, type Stage, setStage } from "./support/stage.ts";

const PICTURE = Buffer.from("a picture, as far as anybody can tell; it is longer than one block of the cipher");
const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const logger = pino({ level: "silent" });

describe("files between a linked device and people", () => {
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
  const download = (message: WAMessage) => downloadMediaMessage(message, "buffer", {});
  const receive = async (body: Record<string, unknown>) => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, ...body });
    return (await client.message(id)).message;
  };
  const data = PICTURE.toString("base64");

  it.each([
    ["imageMessage", { data, mimetype: "image/jpeg" }, "Look"],
    ["videoMessage", { data, mimetype: "video/mp4" }, "Look"],
    ["audioMessage", { data, mimetype: "audio/mpeg" }, undefined],
    ["audioMessage", { data, mimetype: "audio/ogg; codecs=opus", voice: true }, undefined],
    ["documentMessage", { data, mimetype: "application/pdf", filename: "offer.pdf" }, undefined],
  ] as const)("brings a person's %s to the device: %j", async (part, media, text) => {
    const message = await receive(text ? { media, text } : { media });

    expect(message.message?.[part]).toMatchObject({ mimetype: media.mimetype, ...(text ? { caption: text } : {}) });
    expect(await download(message)).toEqual(PICTURE);
    expect(message.message?.audioMessage?.ptt ?? false).toBe("voice" in media);
  });

  it("brings a document with a caption, and a sticker, still or animated", async () => {
    const document = await receive({ media: { data, mimetype: "application/pdf", filename: "a.pdf" }, text: "Sign" });
    expect(document.message?.documentWithCaptionMessage?.message?.documentMessage).toMatchObject({
      fileName: "a.pdf",
      caption: "Sign",
    });
    expect(await download(document)).toEqual(PICTURE);

    const sticker = await receive({ sticker: { data } });
    expect(sticker.message?.stickerMessage?.mimetype).toBe("image/webp");
    expect(await download(sticker)).toEqual(PICTURE);
    const lottie = await receive({ sticker: { data, mimetype: "application/was", lottie: true } });
    expect(lottie.message?.lottieStickerMessage?.message?.stickerMessage?.isLottie).toBe(true);
  });

  it("brings what may be seen once, or only says on the phone that it is there", async () => {
    const shown = await receive({ media: { data, mimetype: "image/png", view_once: true } });
    expect(shown.message?.viewOnceMessageV2?.message?.imageMessage?.viewOnce).toBe(true);

    const { id } = await stage.sandbox.write(ANA, {
      to: OLGA,
      media: { data, mimetype: "image/png", view_once: "withheld" },
    });
    const withheld = await client.until("the withheld message", () =>
      client.seen.messages.find(({ message }) => message.key.id === id),
    );
    expect(withheld.message.key.isViewOnce).toBe(true);
    expect((await onPhone(OLGA, id))?.media).toMatchObject({ view_once: true, sha256: hash(PICTURE) });
  });

  it("shows the person what the device sends, decrypted", async () => {
    const to = at(ANA);
    const image = await client.send(to, { image: PICTURE, caption: "Here", jpegThumbnail: "" });
    const voice = await client.send(to, {
      audio: PICTURE,
      ptt: true,
      mimetype: "audio/ogg; codecs=opus",
      seconds: 1,
    });
    const document = await client.send(to, { document: PICTURE, mimetype: "text/plain", fileName: "notes.txt" });
    const sticker = await client.send(to, { sticker: PICTURE });

    const file = { size: PICTURE.length, sha256: hash(PICTURE), problem: null };
    expect(await onPhone(ANA, image.id)).toMatchObject({
      type: "image",
      text: "Here",
      media: { ...file, mimetype: "image/jpeg" },
    });
    expect(await onPhone(ANA, voice.id)).toMatchObject({ type: "audio", media: { ...file, voice: true } });
    expect(await onPhone(ANA, document.id)).toMatchObject({
      type: "document",
      media: { ...file, filename: "notes.txt", mimetype: "text/plain" },
    });
    expect(await onPhone(ANA, sticker.id)).toMatchObject({ type: "sticker", media: file });
    const copy = await stage.sandbox.request("GET", `/phones/${ANA}/messages/${image.id}/media`);
    expect(copy).toEqual({ mimetype: "image/jpeg", data });
  });

  it("serves a part of a file", async () => {
    const message = await receive({ media: { data, mimetype: "image/jpeg" } });
    const response = await fetch(message.message?.imageMessage?.url ?? "", { headers: { range: "bytes=16-31" } });

    expect(response.status).toBe(206);
    expect((await response.arrayBuffer()).byteLength).toBe(16);
  });

  it("lets files expire until the phone uploads them again", async () => {
    const message = await receive({ media: { data, mimetype: "image/jpeg" } });
    await stage.sandbox.fault({ kind: "expire_media", for_seconds: 600 });

    await expect(download(message)).rejects.toMatchObject({ output: { statusCode: 410 } });
    const fresh = await client.socket.updateMediaMessage(message);
    expect(await download(fresh)).toEqual(PICTURE);
    await stage.sandbox.fault({ kind: "expire_media", for_seconds: 0 });
  });

  it("says so when the phone has lost the file too", async () => {
    const message = await receive({ media: { data, mimetype: "image/jpeg" } });
    await stage.sandbox.fault({ kind: "lose_media" });

    await expect(download(message)).rejects.toMatchObject({ output: { statusCode: 404 } });
    await expect(client.socket.updateMediaMessage(message)).rejects.toMatchObject({ output: { statusCode: 404 } });
    expect((await onPhone(OLGA, message.key.id ?? ""))?.media?.problem).toBe("The file is not in the media store.");
  });

  it("can damage files on the way", async () => {
    const message = await receive({ media: { data, mimetype: "image/jpeg" } });
    await stage.sandbox.fault({ kind: "corrupt_media", for_seconds: 600 });

    const damaged = await download(message);
    expect(damaged).toHaveLength(PICTURE.length);
    expect(damaged).not.toEqual(PICTURE);
    await stage.sandbox.fault({ kind: "corrupt_media", for_seconds: 0 });
  });

  it("can refuse uploads", async () => {
    await stage.sandbox.fault({ kind: "refuse_uploads", for_seconds: 600 });
    await expect(client.send(at(ANA), { image: PICTURE, jpegThumbnail: "" })).rejects.toThrow("upload failed");
    await stage.sandbox.fault({ kind: "refuse_uploads", for_seconds: 0 });
  });

  it("shows a problem when a message promises another file than was uploaded", async () => {
    const uploaded = await client.send(at(ANA), { image: PICTURE, jpegThumbnail: "" });
    const { media } = (await onPhone(ANA, uploaded.id)) ?? {};
    expect(media?.problem).toBeNull();
    const sent = await import("@whiskeysockets/baileys").then(({ generateWAMessage }) =>
      generateWAMessage(
        at(ANA),
        { image: PICTURE, jpegThumbnail: "" },
        { userJid: at(OLGA), upload: client.socket.waUploadToServer, logger },
      ),
    );
    const image = sent.message?.imageMessage ?? {};
    const lie = proto.Message.create({ imageMessage: { ...image, fileSha256: Buffer.alloc(32) } });
    await client.socket.relayMessage(at(ANA), lie, { messageId: sent.key.id ?? "" });
    await client.acknowledgement(sent.key.id ?? "");

    expect((await onPhone(ANA, sent.key.id ?? ""))?.media?.problem).toBe(
      "The file's SHA-256 is not the one in the message.",
    );
  });

  it("finds files after a restart, at the address their messages name", async () => {
    const message = await receive({ media: { data, mimetype: "image/jpeg" } });
    await client.disconnect();
    await stage.network.kill();
    await stage.startAgain();
    client.connect();
    await client.opened();

    expect(await download(message)).toEqual(PICTURE);
  });

  it("leaves nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});

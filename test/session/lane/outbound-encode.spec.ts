import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { proto } from "@whiskeysockets/baileys";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { MediaContent, MessageContent } from "../../../core/domain/messages/message-content.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { writeVcard } from "../../../session-service/baileys/outbound/contact.ts";
import { relayOptions } from "../../../session-service/baileys/outbound/relay-options.ts";
import { ANAS_CHAT, GROUP, OutboundWorld } from "../support/outbound-world.ts";
import { gif, HTML, PDF, picture, recorded } from "../support/sample-files.ts";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString("hex");
const text = (words: string): MessageContent => ({ kind: "text", text: words, link_preview: false, mentions: [] });

let world: OutboundWorld;
beforeAll(() => {
  world = new OutboundWorld();
});
afterAll(() => world.tearDown());
afterEach(() => {
  expect(readdirSync(world.folder.path)).toEqual([]); // whatever came of it
  world.requested.length = 0;
  world.warnings.length = 0;
});

async function media(kind: MediaContent["kind"], bytes: Buffer, more: Partial<MediaContent> = {}) {
  const about = { mimetype: "application/octet-stream", filename: null, caption: null, voice: false, mentions: [] };
  return { kind, file: await world.file(bytes), ...about, ...more };
}

describe("each kind of content, encoded and decoded again", () => {
  const plain: [MessageContent, object][] = [
    [text("Hello Ana"), { extendedTextMessage: { text: "Hello Ana" } }],
    [
      { kind: "location", latitude: -23.5, longitude: -46.6, title: "Shop", address: "Rua A, 1" },
      { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: "Shop", address: "Rua A, 1" } },
    ],
    [
      { kind: "contact", name: "Ben", phone: "15550001003", organization: null },
      {
        contactMessage: {
          displayName: "Ben",
          vcard: writeVcard({ name: "Ben", phone: "15550001003", organization: null }),
        },
      },
    ],
    [
      { kind: "poll", name: "Tea?", options: ["Yes", "No"], multiple_answers: false },
      {
        pollCreationMessageV3: {
          name: "Tea?",
          selectableOptionsCount: 1,
          options: [{ optionName: "Yes" }, { optionName: "No" }],
        },
      },
    ],
    [
      { kind: "poll", name: "Days?", options: ["Mon", "Tue", "Wed"], multiple_answers: true },
      { pollCreationMessage: { name: "Days?", selectableOptionsCount: 0 } },
    ],
  ];

  it.each(plain)("%o", async (content, expected) => {
    expect((await world.encode(content)).toJSON()).toMatchObject(expected);
  });

  it("a poll carries a secret of its own, 32 bytes, with which votes are encrypted", async () => {
    const poll: MessageContent = { kind: "poll", name: "Tea?", options: ["Yes", "No"], multiple_answers: false };
    const secrets = [await world.encode(poll), await world.encode(poll)].map(({ messageContextInfo }) =>
      hex(messageContextInfo?.messageSecret),
    );
    expect(secrets[0]).toHaveLength(64);
    expect(secrets[0]).not.toBe(secrets[1]);
  });

  it("an image: the file as it is, its size and a thumbnail", async () => {
    const bytes = await picture(300, 200).jpeg().toBuffer();
    const { imageMessage } = await world.encode(
      await media("image", bytes, { caption: "Look", mimetype: "image/png" }),
    );

    expect(imageMessage).toMatchObject({ mimetype: "image/jpeg", caption: "Look", width: 300, height: 200 });
    expect(hex(imageMessage?.fileSha256)).toBe(sha256(bytes));
    expect(Buffer.from(imageMessage?.jpegThumbnail ?? []).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(Number(imageMessage?.fileLength)).toBe(bytes.length);
  });

  it("a video: the file as it is, its length, size and first picture", async () => {
    const bytes = recorded("film.mp4", []);
    const { videoMessage } = await world.encode(await media("video", bytes, { caption: "Tour" }));

    expect(videoMessage).toMatchObject({ mimetype: "video/mp4", caption: "Tour", seconds: 2, width: 320, height: 240 });
    expect(hex(videoMessage?.fileSha256)).toBe(sha256(bytes));
    expect(videoMessage?.jpegThumbnail?.length).toBeGreaterThan(100);
  });

  it("a sound: the file as it is, not as a voice note", async () => {
    const bytes = recorded("sound.mp3", []);
    const { audioMessage } = await world.encode(await media("audio", bytes));

    expect(audioMessage).toMatchObject({ mimetype: "audio/mpeg", ptt: false, seconds: 2 });
    expect(hex(audioMessage?.fileSha256)).toBe(sha256(bytes));
  });

  it("a voice note: Opus in Ogg, its length and waveform", async () => {
    const { audioMessage } = await world.encode(await media("audio", recorded("sound.mp3", []), { voice: true }));

    expect(audioMessage).toMatchObject({ mimetype: "audio/ogg; codecs=opus", ptt: true, seconds: 2 });
    expect(audioMessage?.waveform).toHaveLength(64);
  });

  it("a document: the file as it is under the type of its bytes, its name and caption", async () => {
    const about = { mimetype: "application/pdf", filename: "offer.pdf", caption: "Sign" };
    const { documentMessage } = await world.encode(await media("document", PDF, about));

    expect(documentMessage).toMatchObject({ mimetype: "application/pdf", fileName: "offer.pdf", caption: "Sign" });
    expect(hex(documentMessage?.fileSha256)).toBe(sha256(PDF));
  });

  it("a GIF as a video: a film that begins again at its end", async () => {
    const { videoMessage } = await world.encode(await media("video", await gif(3)));
    expect(videoMessage).toMatchObject({ gifPlayback: true, mimetype: "video/mp4", width: 62, height: 40 });
  });

  it("a sticker: WebP, 512 x 512", async () => {
    const file = await world.file(await picture().png().toBuffer());
    const { stickerMessage } = await world.encode({ kind: "sticker", file });
    expect(stickerMessage).toMatchObject({ mimetype: "image/webp", width: 512, height: 512, isAnimated: false });
  });
});

describe("what can't be sent is refused, each with its reason", () => {
  const png = () => picture().png().toBuffer();
  const refusals: [string, () => Promise<MessageContent>, string][] = [
    ["a picture that is a web page", () => media("image", HTML), "media_type_refused"],
    [
      "a document that is a web page",
      () => media("document", HTML, { mimetype: "application/pdf" }),
      "media_type_refused",
    ],
    ["an empty document", () => media("document", Buffer.alloc(0)), "media_type_refused"],
    ["a video that is a picture", async () => media("video", await png()), "media_type_refused"],
    ["a voice note that is a picture", async () => media("audio", await png(), { voice: true }), "media_type_refused"],
    ["an image of 17 MB", () => media("image", Buffer.alloc(17 * 1024 * 1024)), "file_too_large"],
    [
      "a sticker of 2 MB",
      async () => ({ kind: "sticker", file: await world.file(Buffer.alloc(2 << 20)) }),
      "file_too_large",
    ],
    ["a file that is not kept any more", () => media("image", PDF, { file: { key: "gone" } }), "media_unreachable"],
  ];

  it.each(refusals)("%s", async (_name, content, code) => {
    await expect(world.encode(await content())).rejects.toMatchObject({ name: "CannotPrepare", code });
  });

  it("a place or a card for a channel: the network would take it, and show it to nobody", async () => {
    const place = { kind: "location", latitude: 1, longitude: 2, title: null, address: null } as const;
    const sent = world.encode(place, { chat: "120363000000000001@newsletter" });
    await expect(sent).rejects.toMatchObject({
      name: "CannotPrepare",
      code: "messenger_refused",
      told: "Channels support only texts, files, stickers and polls.",
    });
  });
});

describe("without ffmpeg", () => {
  const recordedAvi = recorded("film.avi", []);
  const [sound, wav, film] = [recorded("sound.mp3", []), recorded("sound.wav", []), recorded("film.mp4", [])];
  beforeAll(() => {
    process.env.FFMPEG_PATH = "/nowhere/ffmpeg";
  });
  afterAll(() => {
    delete process.env.FFMPEG_PATH;
  });

  it.each([
    ["a voice note", () => media("audio", sound, { voice: true })],
    ["a sound that must be converted", () => media("audio", wav)],
  ])("%s is refused, and the log says why", async (_name, content) => {
    const why = expect.stringContaining("Install ffmpeg");
    await expect(world.encode(await content())).rejects.toMatchObject({ code: "media_type_refused", message: why });
    expect(world.warnings).toEqual(["audio can't be converted without ffmpeg; its message fails"]);
  });

  it("a film that must be converted is refused, and the log says why", async () => {
    const avi = media("video", recordedAvi);
    await expect(world.encode(await avi)).rejects.toMatchObject({ code: "media_type_refused" });
    expect(world.warnings).toEqual(["a video can't be converted without ffmpeg; its message fails"]);
  });

  it("films and sounds that phones play go as they are, without picture and length", async () => {
    const { videoMessage } = await world.encode(await media("video", film));
    expect(hex(videoMessage?.fileSha256)).toBe(sha256(film));
    const { audioMessage } = await world.encode(await media("audio", sound));
    expect(hex(audioMessage?.fileSha256)).toBe(sha256(sound));
    expect(world.warnings).toHaveLength(2);
  });
});

describe("contact cards", () => {
  it("escape what has a meaning in a card, and never gain a line", () => {
    const card = writeVcard({ name: "Ana; B, C\\D\r\nTEL:+1\u2028X", phone: "15550001002", organization: "A;B\nC" });
    expect(card.split(/\r\n|[\n\r\u2028]/)).toEqual([
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:;Ana\\; B\\, C\\\\D\\nTEL:+1\\nX;;;",
      "FN:Ana\\; B\\, C\\\\D\\nTEL:+1\\nX",
      "ORG:A\\;B\\nC;",
      "TEL;type=CELL;type=VOICE;waid=15550001002:+15550001002",
      "END:VCARD",
    ]);
  });
});

describe("replies and mentions", () => {
  const quoted = (more: Partial<MessageRecord>) =>
    ({
      network_id: "3EB0QUOTED",
      direction: "in",
      participant: null,
      body: "Is it open?",
      network_bytes: proto.Message.encode({
        extendedTextMessage: { text: "Is it open?", contextInfo: { stanzaId: "OLDER" } },
        messageContextInfo: { messageSecret: Buffer.alloc(32) },
      }).finish(),
      ...more,
    }) as MessageRecord;
  const contextOf = async (chat: string, message: MessageRecord) =>
    (await world.encode(text("Yes"), { chat, quoted: message })).extendedTextMessage?.contextInfo;

  it("a reply quotes the stored message, without what that one quoted", async () => {
    const context = await contextOf(ANAS_CHAT, quoted({}));
    expect(context?.stanzaId).toBe("3EB0QUOTED");
    expect(proto.Message.fromObject(context?.quotedMessage ?? {}).toJSON()).toEqual({
      extendedTextMessage: { text: "Is it open?" },
    });
  });

  it.each([
    ["theirs, private ids", ANAS_CHAT, {}, "9001@lid"],
    ["ours, private ids", ANAS_CHAT, { direction: "out" }, "7000@lid"],
    ["ours, phone ids", "15550001002@s.whatsapp.net", { direction: "out" }, "15550001001@s.whatsapp.net"],
    ["a member's, in a group", GROUP, { participant: "15550001002" }, "9001@lid"],
    ["ours, in a group", GROUP, { direction: "out" }, "7000@lid"],
  ] as const)("names the right author: %s", async (_name, chat, more, author) => {
    expect((await contextOf(chat, quoted(more)))?.participant).toBe(author);
  });

  it("a file can be a reply too", async () => {
    const image = await media("image", await picture().png().toBuffer());
    const { imageMessage } = await world.encode(image, { quoted: quoted({}) });
    expect(imageMessage?.contextInfo?.stanzaId).toBe("3EB0QUOTED");
  });

  it("what was passed on says so, and how often", async () => {
    const image = await media("image", await picture().png().toBuffer());
    const place: MessageContent = { kind: "location", latitude: 1, longitude: 2, title: null, address: null };
    const marks = { isForwarded: true, forwardingScore: 5 };
    const forwarded = (content: MessageContent, chat = ANAS_CHAT) =>
      world.encode(content, { chat, forwarding_score: 5 });

    expect((await forwarded(text("Look"))).extendedTextMessage?.contextInfo).toMatchObject(marks);
    expect((await forwarded(image, GROUP)).imageMessage?.contextInfo).toMatchObject(marks);
    expect((await forwarded(place)).locationMessage?.contextInfo).toMatchObject(marks);
    expect((await world.encode(text("Look"))).extendedTextMessage?.contextInfo?.isForwarded).toBeFalsy();
  });

  it("a message that was never sent, and a channel, are not quoted", async () => {
    expect(await contextOf(ANAS_CHAT, quoted({ network_id: null }))).toBeFalsy();
    expect(await contextOf("120363000000000001@newsletter", quoted({}))).toBeFalsy();
  });

  it("mentions name people of a group, by the number that stands in the text", async () => {
    const content: MessageContent = {
      kind: "text",
      text: "@15550001002 look",
      link_preview: false,
      mentions: ["15550001002@s.whatsapp.net"], // as `mentionsOfMembers` names them
    };
    const inGroup = await world.encode(content, { chat: GROUP });
    expect(inGroup.extendedTextMessage?.contextInfo?.mentionedJid).toEqual(["15550001002@s.whatsapp.net"]);
    expect((await world.encode(content)).extendedTextMessage?.contextInfo).toBeFalsy();
  });
});

describe("what the network wants to see outside of the message", () => {
  const { Type } = proto.Message.ProtocolMessage;
  const key = (fromMe: boolean) => ({ remoteJid: ANAS_CHAT, id: "X", fromMe });

  it.each([
    ["a text", { extendedTextMessage: { text: "Hi" } }, {}],
    [
      "an edit",
      { protocolMessage: { type: Type.MESSAGE_EDIT, key: key(true) } },
      { additionalAttributes: { edit: "1" } },
    ],
    ["a deletion", { protocolMessage: { type: Type.REVOKE, key: key(true) } }, { additionalAttributes: { edit: "7" } }],
    [
      "an admin's deletion",
      { protocolMessage: { type: Type.REVOKE, key: key(false) } },
      { additionalAttributes: { edit: "8" } },
    ],
    [
      "a poll",
      { pollCreationMessageV3: { name: "Tea?" } },
      { additionalNodes: [{ tag: "meta", attrs: { polltype: "creation" } }] },
    ],
  ] as const)("%s", (_name, message, expected) => {
    expect(relayOptions(message)).toEqual(expected);
  });
});

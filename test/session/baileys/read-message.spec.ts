import "../../../session-service/process/silence-console.ts";
import { proto, type WAMessage } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { takeStanza } from "../../../session-service/baileys/inbound/bounds/stanza.ts";
import { CONTENT_KINDS } from "../../../session-service/baileys/inbound/content/content-kinds.ts";
import type { People } from "../../../session-service/baileys/inbound/people.ts";
import { readMessage } from "../../../session-service/baileys/inbound/read-message.ts";

const PHONE = "5511977770001";
const CHAT = `${PHONE}@s.whatsapp.net`;
const OWN = "5511900000000";
const nobody: People = {
  phoneOf: async () => null,
  privateOf: async () => null,
  ownPhone: OWN,
  ownPrivate: "900",
};
const known: People = { ...nobody, phoneOf: async () => PHONE };

function incoming(key: Partial<WAMessage["key"]>, message: proto.IMessage, rest: Partial<WAMessage> = {}): WAMessage {
  return {
    key: { id: "ID1", fromMe: false, remoteJid: CHAT, ...key },
    message,
    messageTimestamp: 1_700_000_000,
    pushName: "Ana",
    ...rest,
  };
}
const hello = { conversation: "Hello" };
const kindsThatAre = (is: string) =>
  Object.entries(CONTENT_KINDS).flatMap(([name, kind]) => (kind.is === is ? [name] : []));
const NOW = new Date(1_700_000_100_000);
function readIncoming(message: WAMessage, people: People) {
  const stanza = takeStanza(message, NOW);
  if (!stanza) throw new Error("It is no message of the network.");
  return readMessage(stanza, people);
}
const read = (message: proto.IMessage, key: Partial<WAMessage["key"]> = {}, people = nobody) =>
  readIncoming(incoming(key, message), people);

describe("a received message", () => {
  it("is read with its writer, its text and the network's time", async () => {
    expect(await read(hello)).toMatchObject({
      kind: "message",
      file: null,
      incoming: {
        network_id: "ID1",
        chat_id: CHAT,
        phone: PHONE,
        person: PHONE,
        private_id: null,
        participant: null,
        contact_name: "Ana",
        from_me: false,
        type: "text",
        body: "Hello",
        quoted: null,
        written_at: new Date(1_700_000_000_000),
      },
    });
  });

  it.each([
    ["a private id with the phone beside it", { remoteJid: "77@lid", remoteJidAlt: CHAT }, nobody, "77@lid"],
    ["a private id whose phone was learnt before", { remoteJid: "77@lid" }, known, "77@lid"],
    ["a phone with the private id beside it", { remoteJidAlt: "77@lid" }, nobody, "77@lid"],
    ["a phone's second device", { remoteJid: `${PHONE}:2@s.whatsapp.net` }, nobody, null],
  ])("of %s is the phone's", async (_, key, people, private_id) => {
    expect(await read(hello, key, people)).toMatchObject({
      incoming: { phone: PHONE, person: PHONE, chat_id: CHAT, private_id },
    });
  });

  it("of a hidden number is the private id's, and its phone is null", async () => {
    expect(await read(hello, { remoteJid: "77@lid" })).toMatchObject({
      incoming: { chat_id: "77@lid", phone: null, person: "77@lid" },
    });
  });

  it("typed on the phone has no contact's name, and is never taken for a chat with the number itself", async () => {
    const key = { fromMe: true, remoteJid: "77@lid", remoteJidAlt: `${OWN}@s.whatsapp.net` };
    expect(await read(hello, key)).toMatchObject({
      incoming: { from_me: true, contact_name: null, chat_id: "77@lid", phone: null },
    });
  });

  it("in a group names its writer as participant", async () => {
    const key = { remoteJid: "1@g.us", participant: "77@lid", participantAlt: CHAT };
    expect(await read(hello, key)).toMatchObject({
      incoming: { chat_id: "1@g.us", participant: PHONE, person: PHONE, phone: PHONE },
    });
    expect(await read(hello, { ...key, fromMe: true })).toMatchObject({ incoming: { phone: null } });
  });

  it("in a channel, a status or anywhere else is not shown", async () => {
    for (const remoteJid of ["1@newsletter", "status@broadcast", "5@broadcast", "1@bot"]) {
      expect((await read(hello, { remoteJid, participant: CHAT })).kind).toBe("ignored");
    }
  });

  it("never carries half a character or a NUL on", async () => {
    expect(await read({ conversation: "a\ud800b\0c" })).toMatchObject({ incoming: { body: "a\ufffdb\ufffdc" } });
  });

  it("is bounded, whatever a person sends: a record holds 400 KB", async () => {
    for (const character of ["x", "€", "\u0001", '"']) {
      const reading = await read({ conversation: character.repeat(500_000) });
      if (reading.kind !== "message") throw new Error("not read");
      const { body, network_bytes } = reading.incoming;
      expect(Buffer.byteLength(JSON.stringify(body)) + (network_bytes?.length ?? 0)).toBeLessThan(300_000);
      expect(body?.length).toBeGreaterThan(30_000);
    }
  });

  it("keeps the secret of one that is too large to be kept whole", async () => {
    const messageSecret = Buffer.alloc(32, 3);
    const reading = await read({ conversation: "x".repeat(500_000), messageContextInfo: { messageSecret } });
    if (reading.kind !== "message") throw new Error("not read");
    const bytes = reading.incoming.network_bytes ?? new Uint8Array();
    expect(Buffer.from(proto.Message.decode(bytes).messageContextInfo?.messageSecret ?? [])).toEqual(messageSecret);
  });

  it.each(kindsThatAre("silent"))("of kind %s is no message", async (kind) => {
    expect((await read({ [kind]: {} })).kind).toBe("ignored");
  });

  it.each([...kindsThatAre("shown"), ...kindsThatAre("wrapper")])("of kind %s is stored and told", async (kind) => {
    const reading = await read({ [kind]: kind === "conversation" ? "Hi" : {} });
    expect(reading).toMatchObject({ kind: "message" });
  });

  it.each(kindsThatAre("wrapper"))("is found inside %s", async (kind) => {
    const inner = { ephemeralMessage: { message: hello } };
    expect(await read({ [kind]: { message: inner } })).toMatchObject({ incoming: { type: "text", body: "Hello" } });
  });

  it("that is only a group's key is no message", async () => {
    expect((await read({ senderKeyDistributionMessage: {}, messageContextInfo: {} })).kind).toBe("ignored");
  });

  it("of a kind that nobody knows says so, and names it", async () => {
    const unsupported = { type: "text", body: null, error_code: "unsupported" };
    const unknown = { futureMessage: { text: "Hi" } } as proto.IMessage;
    expect(await read(unknown)).toMatchObject({
      incoming: { ...unsupported, details: { network_kind: "futureMessage" } },
    });
    const empty = await read({ messageContextInfo: { deviceListMetadataVersion: 2 } });
    expect(empty).toMatchObject({ incoming: unsupported });
    expect(empty.kind === "message" && empty.incoming).not.toHaveProperty("details");
    expect(await read({ placeholderMessage: {} })).toMatchObject({
      incoming: { ...unsupported, details: { network_kind: "placeholderMessage" } },
    });
  });

  it("that is held back from linked devices says so", async () => {
    const withheld = { type: "text", body: null, error_code: "view_once_withheld", details: { view_once: true } };
    const notice: WAMessage = {
      key: { id: "ID1", remoteJid: CHAT, isViewOnce: true },
      messageTimestamp: 1_700_000_000,
    };
    expect(await readIncoming(notice, nobody)).toMatchObject({ kind: "message", file: null, incoming: withheld });
    const bare = { viewOnceMessageV2: { message: { imageMessage: { mimetype: "image/jpeg" } } } };
    expect(await read(bare)).toMatchObject({ file: null, incoming: { ...withheld, type: "image" } });
  });

  it("that could not be decrypted waits for its repeat", async () => {
    const stub = { messageStubType: proto.WebMessageInfo.StubType.CIPHERTEXT };
    expect((await readIncoming(incoming({}, {}, stub), nobody)).kind).toBe("waiting");
  });

  it("names the message it answers, and whose that is", async () => {
    const quote = (participant?: string) => ({
      extendedTextMessage: { text: "Yes", contextInfo: { stanzaId: "Q1", ...(participant && { participant }) } },
    });
    const quoted = async (message: proto.IMessage, key = {}) => {
      const reading = await read(message, key);
      return reading.kind === "message" ? reading.incoming.quoted : reading;
    };
    expect(await quoted(quote(CHAT))).toEqual({ network_id: "Q1", author: PHONE });
    expect(await quoted(quote())).toEqual({ network_id: "Q1", author: PHONE });
    expect(await quoted(quote(`${OWN}@s.whatsapp.net`))).toEqual({ network_id: "Q1", author: "out" });
    expect(await quoted(quote("900@lid"))).toEqual({ network_id: "Q1", author: "out" });
    const group = { remoteJid: "1@g.us", participant: "78@lid" };
    expect(await quoted(quote("77@lid"), group)).toEqual({ network_id: "Q1", author: "77@lid" });
  });
});

describe("a received message that was passed on", () => {
  it.each([
    [{ isForwarded: true, forwardingScore: 3 }, 3],
    [{ isForwarded: true }, 1],
    [{ forwardingScore: 2 ** 32 - 1 }, 127],
    [{ isForwarded: false, forwardingScore: 0 }, undefined],
    [{}, undefined],
  ])("%j has the score %s", async (contextInfo, score) => {
    const reading = await read({ extendedTextMessage: { text: "Look", contextInfo } });
    expect(reading).toMatchObject({ kind: "message" });
    expect(reading.kind === "message" && reading.incoming.forwarding_score).toBe(score);
  });
});

const file = {
  url: "https://mmg.whatsapp.net/v/x",
  directPath: "/v/x",
  mediaKey: Buffer.alloc(32, 1),
  fileSha256: Buffer.alloc(32, 2),
  fileLength: 1234,
};
const fileView = { declaredBytes: 1234, sha256: "02".repeat(32), directPath: "/v/x", url: file.url };
const poll = { name: "Tea?", options: [{ optionName: "yes" }, { optionName: "no" }], selectableOptionsCount: 1 };
const pollView = { type: "poll", poll: { name: "Tea?", options: ["yes", "no"], multiple_answers: false } };
const image = { ...file, mimetype: "image/png", caption: "Look" };
const document = { ...file, mimetype: "application/pdf", fileName: "a.pdf", caption: "Sign" };
const vcard = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD"].join("\r\n");

/** Each row has the content, the details of the message, and its file. */
const KINDS: [string, proto.IMessage, Record<string, unknown>, Record<string, unknown> | null][] = [
  ["a text", hello, { type: "text", body: "Hello" }, null],
  ["a text with a link", { extendedTextMessage: { text: "Hi" } }, { type: "text", body: "Hi" }, null],
  ["a disappearing text", { ephemeralMessage: { message: hello } }, { type: "text", body: "Hello" }, null],
  [
    "a text that mentions a group",
    { groupMentionedMessage: { message: { extendedTextMessage: { text: "Hi" } } } },
    { type: "text", body: "Hi" },
    null,
  ],
  ["a chosen button", { buttonsResponseMessage: { selectedDisplayText: "Yes" } }, { type: "text", body: "Yes" }, null],
  [
    "a business's template",
    { templateMessage: { hydratedTemplate: { hydratedContentText: "Your code" } } },
    { type: "text", body: "Your code" },
    null,
  ],
  [
    "a picture",
    { imageMessage: image },
    { type: "image", body: "Look" },
    { ...fileView, kind: "image", mimetype: "image/png", filename: null, voice: false },
  ],
  [
    "a picture to be seen once",
    { viewOnceMessageV2: { message: { imageMessage: image } } },
    { type: "image", body: "Look" },
    { ...fileView, kind: "image" },
  ],
  [
    "a picture of an album",
    { associatedChildMessage: { message: { imageMessage: image } } },
    { type: "image", body: "Look" },
    { ...fileView, kind: "image" },
  ],
  ["a film", { videoMessage: { ...file } }, { type: "video", body: null }, { ...fileView, mimetype: "video/mp4" }],
  ["a round film", { ptvMessage: { ...file } }, { type: "video", body: null }, { ...fileView, kind: "video" }],
  [
    "a sound",
    { audioMessage: { ...file, mimetype: "audio/mpeg" } },
    { type: "audio", body: null },
    { ...fileView, kind: "audio", mimetype: "audio/mpeg", voice: false },
  ],
  [
    "a voice note",
    { audioMessage: { ...file, ptt: true, mimetype: "audio/ogg; codecs=opus" } },
    { type: "audio", body: null },
    { ...fileView, voice: true, mimetype: "audio/ogg; codecs=opus" },
  ],
  [
    "a document",
    { documentMessage: document },
    { type: "document", body: "Sign" },
    { ...fileView, kind: "document", filename: "a.pdf", mimetype: "application/pdf" },
  ],
  [
    "a document with a caption around it",
    { documentWithCaptionMessage: { message: { documentMessage: document } } },
    { type: "document", body: "Sign" },
    { ...fileView, filename: "a.pdf" },
  ],
  ["a sticker", { stickerMessage: file }, { type: "sticker", body: null }, { ...fileView, mimetype: "image/webp" }],
  [
    "a packed sticker",
    { lottieStickerMessage: { message: { stickerMessage: { ...file, mimetype: "application/was" } } } },
    { type: "sticker", body: null },
    { ...fileView, kind: "sticker", mimetype: "application/was" },
  ],
  [
    "a place",
    { locationMessage: { degreesLatitude: 1.5, degreesLongitude: -2, name: "Shop", address: "Street 1" } },
    { type: "location", location: { latitude: 1.5, longitude: -2, title: "Shop", address: "Street 1" } },
    null,
  ],
  [
    "a place that moves",
    { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2, caption: "Here" } },
    { type: "location", location: { latitude: 1, longitude: 2, title: "Here", address: null } },
    null,
  ],
  [
    "a card with a number on the network",
    {
      contactMessage: {
        displayName: "Carl",
        vcard: vcard("FN:Carl C", "ORG:Tea\\, Ltd;", "item1.TEL;type=CELL;waid=5511911112222:+55 11 91111-2222"),
      },
    },
    { type: "contact", contact: { name: "Carl", phone: "5511911112222", organization: "Tea, Ltd" } },
    null,
  ],
  [
    "a card with a number as it is written",
    { contactMessage: { vcard: vcard("FN:Carl", "TEL:0171 234") } },
    { type: "contact", contact: { name: "Carl", phone: "0171 234", organization: null } },
    null,
  ],
  [
    "a card with next to nothing",
    { contactMessage: {} },
    { type: "contact", contact: { name: null, phone: null, organization: null } },
    null,
  ],
  [
    "several cards",
    { contactsArrayMessage: { contacts: [{ displayName: "First" }, { displayName: "Second" }] } },
    { type: "contact", contact: { name: "First", phone: null, organization: null } },
    null,
  ],
  ["a poll", { pollCreationMessage: poll }, pollView, null],
  ["a poll, version 2", { pollCreationMessageV2: poll }, pollView, null],
  ["a poll, version 3", { pollCreationMessageV3: poll }, pollView, null],
  ["a poll, version 4", { pollCreationMessageV4: { message: { pollCreationMessageV3: poll } } }, pollView, null],
  [
    "a poll, version 5, of any number of answers",
    { pollCreationMessageV5: { ...poll, selectableOptionsCount: 0 } },
    { type: "poll", poll: { ...pollView.poll, multiple_answers: true } },
    null,
  ],
  [
    "an order",
    {
      orderMessage: {
        orderId: "o1",
        token: "t",
        itemCount: 3,
        orderTitle: "Breakfast",
        message: "Soon?",
        totalAmount1000: 19_000,
        totalCurrencyCode: "EUR",
      },
    },
    {
      type: "order",
      body: "Soon?",
      order: { id: "o1", token: "t", title: "Breakfast", item_count: 3, total: 19, currency: "EUR" },
    },
    null,
  ],
  [
    "a product with its picture",
    {
      productMessage: {
        product: { productId: "p1", title: "Tea", priceAmount1000: 4500, currencyCode: "EUR", productImage: image },
      },
    },
    { type: "product", body: null, product: { id: "p1", title: "Tea", price: 4.5, currency: "EUR", url: null } },
    { ...fileView, kind: "image", mimetype: "image/png" },
  ],
];

describe("each kind of content", () => {
  it.each(KINDS)("%s", async (_, message, said, fileSaid) => {
    // Encode and decode the message, so it has the form in which it arrives from the network.
    const decoded = proto.Message.decode(proto.Message.encode(proto.Message.fromObject(message)).finish());
    const reading = await read(decoded);
    expect(reading).toMatchObject({ kind: "message", incoming: { network_id: "ID1", ...said } });
    const got = reading.kind === "message" ? reading.file : null;
    if (fileSaid === null) expect(got).toBeNull();
    else expect(got).toMatchObject(fileSaid);
  });
});

const key = (id: string, rest: proto.IMessageKey = {}) => ({ id, remoteJid: CHAT, ...rest });
const { Type } = proto.Message.ProtocolMessage;
const note = { encPayload: Buffer.from("sealed"), encIv: Buffer.alloc(12) };

describe("what is done to a message", () => {
  const ACTS: [string, proto.IMessage, Record<string, unknown>][] = [
    [
      "a reaction",
      { reactionMessage: { key: key("T1", { fromMe: true }), text: "👍", senderTimestampMs: 1_700_000_001_000 } },
      {
        target: { id: "T1", fromMe: true },
        at: new Date(1_700_000_001_000),
        does: { what: "reaction", emoji: "👍" },
      },
    ],
    [
      "a reaction taken back",
      { reactionMessage: { key: key("T1"), text: "" } },
      { at: new Date(1_700_000_000_000), does: { what: "reaction", emoji: null } },
    ],
    [
      "a vote",
      { pollUpdateMessage: { pollCreationMessageKey: key("T1", { fromMe: true }), vote: note } },
      { target: { id: "T1", fromMe: true }, does: { what: "vote" } },
    ],
    [
      "an edit in the open",
      { protocolMessage: { type: Type.MESSAGE_EDIT, key: key("T1"), editedMessage: hello } },
      { target: { id: "T1", fromMe: false }, does: { what: "edit", text: "Hello" } },
    ],
    [
      "an edit in the open, wrapped",
      {
        editedMessage: {
          message: {
            protocolMessage: {
              type: Type.MESSAGE_EDIT,
              key: key("T1"),
              editedMessage: { imageMessage: { caption: "New" } },
            },
          },
        },
      },
      { target: { id: "T1" }, does: { what: "edit", text: "New" } },
    ],
    [
      "an edit with the message's secret",
      { secretEncryptedMessage: { secretEncType: 2, targetMessageKey: key("T1", { fromMe: true }), ...note } },
      { target: { id: "T1", fromMe: false }, does: { what: "sealed_edit" } },
    ],
    [
      "a deletion",
      { protocolMessage: { type: Type.REVOKE, key: key("T1", { fromMe: true }) } },
      { target: { id: "T1", fromMe: false, chat: { id: CHAT } }, does: { what: "deletion" } },
    ],
  ];
  it.each(ACTS)("%s", async (_, message, act) => {
    expect(await read(message)).toMatchObject({ kind: "act", act });
  });

  it("to one of ours by somebody in a chat of two is never a deletion of ours", async () => {
    const message = { protocolMessage: { type: Type.REVOKE, key: key("T1", { fromMe: false }) } };
    expect(await read(message)).toMatchObject({ act: { target: { fromMe: false, chat: { id: CHAT } } } });
  });

  it("in a group, an admin's deletion is of the other's message", async () => {
    const target = { id: "T1", remoteJid: "1@g.us", fromMe: false, participant: "77@lid" };
    const message = { protocolMessage: { type: Type.REVOKE, key: target } };
    const reading = await read(message, { remoteJid: "1@g.us", participant: "78@lid" });
    expect(reading).toMatchObject({ act: { target: { writer: { id: "77@lid" }, fromMe: false } } });
  });

  it.each([
    ["a vote without its note", { pollUpdateMessage: { pollCreationMessageKey: key("T1") } }],
    ["a reaction to nothing", { reactionMessage: { text: "👍" } }],
    ["an edit without a text", { protocolMessage: { type: Type.MESSAGE_EDIT, key: key("T1") } }],
  ])("%s is none", async (_, message) => {
    expect(["ignored", "unknown"]).toContain((await read(message)).kind);
  });
});

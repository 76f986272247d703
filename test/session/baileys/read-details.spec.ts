import "../../../session-service/process/silence-console.ts";
import { proto } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { MESSAGE_DETAILS } from "../../../core/contracts/content/details.ts";
import { takeStanza } from "../../../session-service/baileys/inbound/bounds/stanza.ts";
import type { People } from "../../../session-service/baileys/inbound/people.ts";
import { readMessage } from "../../../session-service/baileys/inbound/read-message.ts";

const CHAT = "5511977770001@s.whatsapp.net";
const people: People = {
  phoneOf: async (user) => (user === "77" ? "5511977770002" : null),
  privateOf: async () => null,
  ownPhone: "5511900000000",
  ownPrivate: "900",
};
const FILE = { directPath: "/v/x", mediaKey: Buffer.alloc(32, 1), fileSha256: Buffer.alloc(32, 2), fileLength: 9 };
const picture = { ...FILE, mimetype: "image/png" };
const params = (value: unknown) => JSON.stringify(value);
const at = (iso: string) => Date.parse(iso) / 1000;
const NONE = { text: null, id: null, url: null, phone: null, code: null, description: null, section: null, card: null };
const BARE = { id: null, title: null, description: null, response: null };
const NO_PAYMENT = {
  ...{ amount: null, currency: null, note: null, key_type: null, key: null, name: null, reference: null },
  expires_at: null,
};

/** Parses a message in the form in which it arrives from the network. */
async function read(message: proto.IMessage) {
  const decoded = proto.Message.decode(proto.Message.encode(proto.Message.fromObject(message)).finish());
  const key = { id: "ID1", fromMe: false, remoteJid: CHAT };
  const stanza = takeStanza({ key, message: decoded, messageTimestamp: 1_700_000_000 }, new Date(1_700_000_100_000));
  const reading = stanza && (await readMessage(stanza, people));
  if (reading?.kind !== "message") throw new Error(`It is no message: ${reading?.kind}`);
  return reading;
}

/** Each row has a message, its type and text, its other details, and the kind of its file. */
const KINDS: [string, proto.IMessage, [type: string, body: string | null], object, string?][] = [
  [
    "buttons below a document",
    {
      buttonsMessage: {
        ...{ text: "Flores", contentText: "Hungry?", footerText: "Reply soon" },
        documentMessage: { ...FILE, fileName: "menu.pdf" },
        buttons: [{ buttonId: "yes", buttonText: { displayText: "Yes" } }],
      },
    },
    ["document", "Flores\n\nHungry?\n\nReply soon"],
    { actions: [{ ...NONE, type: "reply", text: "Yes", id: "yes" }] },
    "document",
  ],
  [
    "a list",
    {
      listMessage: {
        ...{ title: "Menu", description: "Choose", footerText: "Until noon" },
        sections: [{ title: "Hot", rows: [{ rowId: "r1", title: "Tea", description: "green" }] }],
      },
    },
    ["text", "Menu\n\nChoose\n\nUntil noon"],
    { actions: [{ ...NONE, type: "row", text: "Tea", id: "r1", description: "green", section: "Hot" }] },
  ],
  [
    "a template with a picture, a text and three kinds of buttons",
    {
      templateMessage: {
        hydratedFourRowTemplate: {
          ...{ imageMessage: picture, hydratedContentText: "Your order is ready", hydratedFooterText: "Flores" },
          hydratedButtons: [
            { quickReplyButton: { displayText: "OK", id: "ok" } },
            { urlButton: { displayText: "Shop", url: "https://shop.example" } },
            { callButton: { displayText: "Call", phoneNumber: "+15550001002" } },
          ],
        },
      },
    },
    ["image", "Your order is ready\n\nFlores"],
    {
      actions: [
        { ...NONE, type: "reply", text: "OK", id: "ok" },
        { ...NONE, type: "url", text: "Shop", url: "https://shop.example" },
        { ...NONE, type: "call", text: "Call", phone: "+15550001002" },
      ],
    },
    "image",
  ],
  [
    "a template whose texts are not filled in",
    {
      templateMessage: {
        fourRowTemplate: {
          content: { elementName: "order", params: ["1042", "Friday"] },
          buttons: [{ urlButton: { displayText: { elementName: "Shop" }, url: { params: ["https://shop.example"] } } }],
        },
      },
    },
    ["text", "1042 Friday"],
    { actions: [{ ...NONE, type: "url", text: "Shop", url: "https://shop.example" }] },
  ],
  ["a template of the oldest form", { highlyStructuredMessage: { elementName: "hello" } }, ["text", "hello"], {}],
  [
    "buttons of the newest form below a place",
    {
      interactiveMessage: {
        header: { title: "Flores", locationMessage: { degreesLatitude: 1, degreesLongitude: 2 } },
        ...{ body: { text: "Pay?" }, footer: { text: "Thanks" } },
        nativeFlowMessage: {
          buttons: [
            { name: "cta_copy", buttonParamsJson: params({ display_text: "Copy", copy_code: "ABC" }) },
            { name: "send_location", buttonParamsJson: params({ display_text: "Where?" }) },
            { name: "flow", buttonParamsJson: params({ flow_cta: "Book", flow_id: "f1" }) },
            { name: "mpm", buttonParamsJson: "no JSON" },
            {
              name: "single_select",
              buttonParamsJson: params({ sections: [{ title: "Hot", rows: [{ id: "r1", title: "Tea" }] }] }),
            },
          ],
        },
      },
    },
    ["location", "Flores\n\nPay?\n\nThanks"],
    {
      actions: [
        { ...NONE, type: "copy", text: "Copy", code: "ABC" },
        { ...NONE, type: "location", text: "Where?" },
        { ...NONE, type: "flow", text: "Book", id: "f1" },
        { ...NONE, type: "other", text: "mpm" },
        { ...NONE, type: "row", text: "Tea", id: "r1", section: "Hot" },
      ],
    },
  ],
  [
    "cards side by side",
    {
      interactiveMessage: {
        body: { text: "Look" },
        carouselMessage: {
          cards: [
            { body: { text: "One" } },
            {
              ...{ header: { imageMessage: picture }, body: { text: "Two" } },
              nativeFlowMessage: { buttons: [{ name: "quick_reply", buttonParamsJson: params({ id: "2" }) }] },
            },
          ],
        },
      },
    },
    ["image", "Look\n\nOne\n\nTwo"],
    { actions: [{ ...NONE, type: "reply", id: "2", card: 2 }] },
    "image",
  ],
  [
    "a key to pay to",
    {
      interactiveMessage: {
        nativeFlowMessage: {
          buttons: [
            {
              name: "payment_info",
              buttonParamsJson: params({
                ...{ currency: "BRL", total_amount: { value: 0, offset: 100 }, reference_id: "1042" },
                payment_settings: [
                  {
                    type: "pix_static_code",
                    pix_static_code: { merchant_name: "Ana", key: "a@b.example", key_type: "EMAIL" },
                  },
                ],
              }),
            },
          ],
        },
      },
    },
    ["text", null],
    {
      actions: [{ ...NONE, type: "payment", id: "1042" }],
      payment: {
        ...NO_PAYMENT,
        ...{ kind: "key", currency: "BRL", key_type: "EMAIL", key: "a@b.example", name: "Ana", reference: "1042" },
      },
    },
  ],
  [
    "an offer to pay a total",
    {
      interactiveMessage: {
        body: { text: "Order 7" },
        nativeFlowMessage: {
          buttons: [
            {
              name: "review_and_pay",
              buttonParamsJson: params({
                currency: "BRL",
                reference_id: "7",
                total_amount: { value: 1999, offset: 100 },
              }),
            },
          ],
        },
      },
    },
    ["text", "Order 7"],
    { payment: { ...NO_PAYMENT, kind: "request", amount: "19.99", currency: "BRL", reference: "7" } },
  ],
  [
    "a pressed button",
    { buttonsResponseMessage: { selectedButtonId: "yes", selectedDisplayText: "Yes" } },
    ["text", "Yes"],
    { interactive: { ...BARE, type: "button_reply", id: "yes", title: "Yes" } },
  ],
  [
    "a pressed button without its text",
    { buttonsResponseMessage: { selectedButtonId: "yes" } },
    ["text", "yes"],
    { interactive: { ...BARE, type: "button_reply", id: "yes" } },
  ],
  [
    "a pressed button without its text, below the offer that has it",
    {
      templateButtonReplyMessage: {
        selectedId: "ok",
        contextInfo: {
          ...{ stanzaId: "Q1", participant: "5511900000000@s.whatsapp.net" },
          quotedMessage: {
            templateMessage: {
              hydratedTemplate: {
                hydratedContentText: "Fine?",
                hydratedButtons: [{ quickReplyButton: { displayText: "Quite", id: "ok" } }],
              },
            },
          },
        },
      },
    },
    ["text", "Quite"],
    {
      interactive: { ...BARE, type: "button_reply", id: "ok", title: "Quite" },
      quoted: {
        ...{ id: "Q1", author_id: "5511900000000@s.whatsapp.net", author_phone: "5511900000000" },
        ...{ type: "text", body: "Fine?" },
      },
    },
  ],
  [
    "a chosen row",
    { listResponseMessage: { title: "Tea", description: "green", singleSelectReply: { selectedRowId: "r1" } } },
    ["text", "Tea"],
    { interactive: { ...BARE, type: "list_reply", id: "r1", title: "Tea", description: "green" } },
  ],
  [
    "a form that was filled in",
    {
      interactiveResponseMessage: {
        body: { text: "Sent" },
        nativeFlowResponseMessage: { name: "flow", paramsJson: params({ size: "L", id: 1, tags: ["a\0"] }) },
      },
    },
    ["text", "Sent"],
    {
      interactive: {
        ...{ type: "flow_reply", id: null, title: "Sent", description: null },
        response: { size: "L", id: 1, tags: ["a\ufffd"] },
      },
    },
  ],
  [
    "an event",
    {
      eventMessage: {
        ...{ name: "Tasting", description: "Six wines", startTime: at("2026-11-27T22:00:00Z"), isCanceled: true },
        location: { name: "The shop", degreesLatitude: -23.5, degreesLongitude: -46.5 },
      },
    },
    ["text", "Tasting\n\nSix wines"],
    {
      event: {
        ...{ name: "Tasting", description: "Six wines", starts_at: "2026-11-27T22:00:00+00:00", ends_at: null },
        ...{ location: { name: "The shop", latitude: -23.5, longitude: -46.5 }, join_link: null, cancelled: true },
      },
    },
  ],
  [
    "a planned call",
    { scheduledCallCreationMessage: { title: "Weekly", scheduledTimestampMs: Date.parse("2026-12-01T18:00:00Z") } },
    ["text", "Weekly"],
    { event: { name: "Weekly", starts_at: "2026-12-01T18:00:00+00:00", cancelled: false } },
  ],
  [
    "an invitation to a group",
    {
      groupInviteMessage: {
        ...{ groupJid: "1203@g.us", groupName: "Tea", inviteCode: "CODE", caption: "Come" },
        inviteExpiration: at("2026-12-01T18:00:00Z"),
      },
    },
    ["text", "Come"],
    {
      invite: {
        ...{ kind: "group", id: "1203@g.us", name: "Tea", code: "CODE", link: "https://chat.whatsapp.com/CODE" },
        expires_at: "2026-12-01T18:00:00+00:00",
      },
    },
  ],
  [
    "an invitation to a channel",
    { newsletterFollowerInviteMessageV2: { newsletterJid: "1@newsletter", newsletterName: "News" } },
    ["text", "News"],
    { invite: { kind: "channel", id: "1@newsletter", name: "News", code: null, link: null, expires_at: null } },
  ],
  [
    "a request for a payment",
    {
      requestPaymentMessage: {
        ...{ amount: { value: 12_500, offset: 1000, currencyCode: "BRL" }, currencyCodeIso4217: "BRL" },
        noteMessage: { extendedTextMessage: { text: "Tea" } },
      },
    },
    ["text", "Tea"],
    { payment: { ...NO_PAYMENT, kind: "request", amount: "12.50", currency: "BRL", note: "Tea" } },
  ],
  ["a payment", { sendPaymentMessage: {} }, ["text", null], { payment: { ...NO_PAYMENT, kind: "sent" } }],
  [
    "an invoice",
    { invoiceMessage: { note: "May", token: "T1" } },
    ["text", "May"],
    { payment: { ...NO_PAYMENT, kind: "invoice", note: "May", reference: "T1" } },
  ],
  [
    "a declined request",
    { declinePaymentRequestMessage: { key: { id: "R1", fromMe: false, remoteJid: CHAT } } },
    ["text", null],
    {
      payment: { ...NO_PAYMENT, kind: "declined", reference: "R1" },
      quoted: { id: "R1", author_phone: "5511900000000" },
    },
  ],
  [
    "an answer of the network's assistant that was passed on",
    {
      botForwardedMessage: {
        message: { richResponseMessage: { submessages: [{ messageText: "One." }, { messageText: "Two." }] } },
      },
    },
    ["text", "One.\n\nTwo."],
    {},
  ],
  [
    "a pack of stickers",
    { stickerPackMessage: { name: "Cats" } },
    ["text", "Cats"],
    { network_kind: "stickerPackMessage" },
  ],
  [
    "a status that names the number",
    { statusMentionMessage: { message: { protocolMessage: { key: { id: "S1", fromMe: true } } } } },
    ["text", null],
    { network_kind: "statusMentionMessage", quoted: { id: "S1", author_id: CHAT, type: null } },
  ],
  [
    "an answer to a question",
    { questionResponseMessage: { text: "Blue", key: { id: "S2", fromMe: false } } },
    ["text", "Blue"],
    { quoted: { id: "S2", author_phone: "5511900000000" } },
  ],
  [
    "a picture of an album",
    {
      associatedChildMessage: {
        message: {
          imageMessage: picture,
          messageContextInfo: {
            messageAssociation: { associationType: 1, parentMessageKey: { id: "ALBUM" }, messageIndex: 2 },
          },
        },
      },
    },
    ["image", null],
    { album: { id: "ALBUM", index: 2, count: null } },
    "image",
  ],
  [
    "a text from an advertisement, without words",
    {
      extendedTextMessage: {
        contextInfo: {
          externalAdReply: { sourceType: "ad", sourceId: "ad1", title: "Tea", mediaType: 1, ctwaClid: "click" },
          entryPointConversionSource: "ctwa_ad",
        },
      },
    },
    ["text", null],
    {
      referral: {
        ...{ source_type: "ad", source_id: "ad1", source_url: null, headline: "Tea", body: null },
        ...{ media_type: "image", ctwa_clid: "click", entry_point: "ctwa_ad" },
      },
    },
  ],
  [
    "a text that names people, a group and everybody",
    {
      extendedTextMessage: {
        text: "@77 @900 look",
        contextInfo: {
          ...{ mentionedJid: ["77@lid", "900@lid"], groupMentions: [{ groupJid: "1@g.us", groupSubject: "Tea" }] },
          ...{ nonJidMentions: 1, expiration: 86_400 },
        },
      },
    },
    ["text", "@77 @900 look"],
    {
      mentions: [
        { id: "77@lid", phone: "5511977770002", name: null, is_me: false, text: "@77" },
        { id: "900@lid", is_me: true, text: "@900" },
        { id: "1@g.us", phone: null, name: "Tea", is_me: false, text: null },
      ],
      ...{ mentions_count: 3, mentions_everyone: true, disappears_in: 86_400 },
    },
  ],
  [
    "a picture to be seen once",
    { viewOnceMessageV2: { message: { imageMessage: picture } } },
    ["image", null],
    { view_once: true },
    "image",
  ],
  [
    "two cards",
    { contactsArrayMessage: { contacts: [{ displayName: "Ana" }, { displayName: "Bia" }] } },
    ["contact", null],
    {
      contacts: [
        { name: "Ana", phone: null, organization: null },
        { name: "Bia", phone: null, organization: null },
      ],
    },
  ],
];

describe("what a message says beside its text", () => {
  it.each(KINDS)("%s", async (_, message, [type, body], details, file) => {
    const { incoming, file: got } = await read(message);
    expect(incoming).toMatchObject({ type, body });
    expect(incoming.details ?? {}).toMatchObject(details);
    expect(incoming.error_code).toBeUndefined();
    expect(got?.kind).toBe(file);
    for (const [name, value] of Object.entries(incoming.details ?? {})) {
      const schema = MESSAGE_DETAILS[name as keyof typeof MESSAGE_DETAILS];
      expect(schema.safeParse(value).error?.issues).toBeUndefined();
    }
  });

  it("is within the limit of a record, however much of it there is", async () => {
    const rows = Array.from({ length: 80 }, (_, n) => ({
      rowId: `${n}`,
      title: "x".repeat(500),
      description: "€".repeat(3_000),
    }));
    const { incoming } = await read({ listMessage: { description: "Choose", sections: [{ rows }] } });
    expect(Buffer.byteLength(JSON.stringify(incoming.details))).toBeLessThanOrEqual(48_000);
    expect(incoming.details?.actions?.length).toBeGreaterThan(1);
  });

  it("is no catalogue, product, poll or place of its own: those have fields", async () => {
    expect((await read({ productMessage: { catalog: { title: "Flores" } } })).incoming).toMatchObject({
      ...{ type: "product", product: { catalog: true, title: "Flores" } },
    });
    const pollVotes = [{ optionName: "Tea", optionVoteCount: 3 }];
    expect((await read({ pollResultSnapshotMessage: { name: "Drink?", pollVotes } })).incoming).toMatchObject({
      ...{ type: "poll", poll: { name: "Drink?", options: ["Tea"] }, tally: [3] },
    });
    expect((await read({ liveLocationMessage: { degreesLatitude: 1 } })).incoming).toMatchObject({
      ...{ type: "location", location: { latitude: 1, live: true } },
    });
    const comment = { message: { conversation: "Nice" }, targetMessageKey: { id: "C1", fromMe: true } };
    expect((await read({ commentMessage: comment })).incoming).toMatchObject({
      ...{ type: "text", body: "Nice", comments: { network_id: "C1", author: "5511977770001" } },
    });
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptMessage } from "../../../core/operations/messages/accept-message.ts";
import { keys } from "../../../core/store/keys.ts";
import { CONTENT_KINDS } from "../../../session-service/baileys/inbound/content/content-kinds.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { ACCOUNT } from "../support/session-world.ts";

type Field = keyof typeof CONTENT_KINDS;
/** A message written on a phone, in the format of either the sandbox or the protocol. */
type Written = Record<string, unknown>;
/** A sample of a field and the resulting message's fields, or `nothing` if it doesn't become a message. */
type Sample = readonly [written: Written, said: Written | "nothing"];

const data = Buffer.from("bytes of a file").toString("base64");
const SECONDS = 1_795_000_000;
const hidden = { encPayload: data, encIv: data };
const aboutOne = { id: "3EB0000000000000", fromMe: true };
const raw = (field: Field, part: unknown): Written => ({ raw: { [field]: part } });
const text = (body: string | null, more: Written = {}) => ({ type: "text", body, error_code: null, ...more });
const unsupported = (network_kind: Field) => ({ type: "text", body: null, error_code: "unsupported", network_kind });
/** Returns a sample in which the field is a wrapper around a text. */
const around = (field: Field): Sample => [raw(field, { message: { conversation: field } }), text(field)];
const poll = { name: "Tea?", options: [{ optionName: "yes" }, { optionName: "no" }], selectableOptionsCount: 1 };
const asPoll = { type: "poll", poll: { name: "Tea?", options: ["yes", "no"], multiple_answers: false } };
const results = { name: "Tea?", pollVotes: [{ optionName: "yes", optionVoteCount: 3 }] };
const asResults = { type: "poll", results: [{ option: "yes", votes: 3 }] };
const channel = { newsletterJid: "1@newsletter", newsletterName: "News" };

/** A sample of every field that a network message can have. The build breaks if a field without one is added. */
const SAMPLES: { [F in Field]: Sample } = {
  conversation: [{ text: "Hello" }, text("Hello")],
  extendedTextMessage: [raw("extendedTextMessage", { text: "Look" }), text("Look")],
  imageMessage: [
    { media: { data, mimetype: "image/png" }, text: "Look" },
    { type: "image", body: "Look" },
  ],
  videoMessage: [{ media: { data, mimetype: "video/mp4" } }, { type: "video" }],
  ptvMessage: [raw("ptvMessage", { mimetype: "video/mp4", fileLength: 1e9 }), { type: "video" }],
  audioMessage: [{ media: { data, mimetype: "audio/mpeg" } }, { type: "audio" }],
  documentMessage: [{ media: { data, mimetype: "application/pdf", filename: "a.pdf" } }, { type: "document" }],
  stickerMessage: [{ sticker: { data } }, { type: "sticker" }],
  stickerPackMessage: [{ sticker_pack: { name: "Cats" } }, text("Cats", { network_kind: "stickerPackMessage" })],
  locationMessage: [{ location: { latitude: 1, longitude: 2 } }, { type: "location", location: { latitude: 1 } }],
  liveLocationMessage: [{ live_location: { latitude: 1, longitude: 2 } }, { location: { latitude: 1, live: true } }],
  contactMessage: [{ contact: { name: "Carl" } }, { type: "contact", contact: { name: "Carl" } }],
  contactsArrayMessage: [
    { contacts: [{ name: "First" }, { name: "Second" }] },
    { contact: { name: "First" }, contacts: [{ name: "First" }, { name: "Second" }] },
  ],
  pollCreationMessage: [raw("pollCreationMessage", poll), asPoll],
  pollCreationMessageV2: [raw("pollCreationMessageV2", poll), asPoll],
  pollCreationMessageV3: [raw("pollCreationMessageV3", poll), asPoll],
  pollCreationMessageV4: [raw("pollCreationMessageV4", { message: { pollCreationMessageV3: poll } }), asPoll],
  pollCreationMessageV5: [raw("pollCreationMessageV5", poll), asPoll],
  pollResultSnapshotMessage: [raw("pollResultSnapshotMessage", results), asResults],
  pollResultSnapshotMessageV3: [raw("pollResultSnapshotMessageV3", results), asResults],
  orderMessage: [
    raw("orderMessage", { orderId: "o1", token: "t", message: "Soon?" }),
    { type: "order", body: "Soon?" },
  ],
  productMessage: [
    { product: { title: "Tea", price: 4.5, currency: "EUR" } },
    { product: { title: "Tea", price: 4.5 } },
  ],
  buttonsMessage: [
    {
      buttons: {
        text: "Hungry?",
        footer: "Flores",
        media: { data, mimetype: "application/pdf" },
        buttons: [{ id: "y", text: "Yes" }],
      },
    },
    { type: "document", body: "Hungry?\n\nFlores", actions: [{ type: "reply", text: "Yes", id: "y" }] },
  ],
  listMessage: [
    { list: { text: "Choose", button: "Open", sections: [{ rows: [{ id: "r1", title: "Tea" }] }] } },
    text("Choose", { actions: [{ type: "row", text: "Tea", id: "r1" }] }),
  ],
  templateMessage: [
    {
      template: {
        text: "Ready",
        media: { data, mimetype: "image/jpeg" },
        buttons: [{ type: "url", text: "Shop", url: "https://a.example" }],
      },
    },
    { type: "image", body: "Ready", actions: [{ type: "url", url: "https://a.example" }] },
  ],
  highlyStructuredMessage: [raw("highlyStructuredMessage", { elementName: "order", params: ["1042"] }), text("1042")],
  interactiveMessage: [
    { carousel: { text: "Look", cards: [{ text: "One", media: { data, mimetype: "image/jpeg" } }, { text: "Two" }] } },
    { type: "image", body: "Look\n\nOne\n\nTwo" },
  ],
  buttonsResponseMessage: [
    { button_reply: { id: "y", text: "Yes" } },
    text("Yes", { interactive: { id: "y", title: "Yes" } }),
  ],
  templateButtonReplyMessage: [
    { button_reply: { id: "y", as: "template" } },
    text("y", { interactive: { id: "y", title: null } }),
  ],
  listResponseMessage: [
    { list_reply: { id: "r1", title: "Tea" } },
    text("Tea", { interactive: { type: "list_reply", id: "r1" } }),
  ],
  interactiveResponseMessage: [
    { flow_reply: { text: "Sent", response: { size: "L" } } },
    text("Sent", { interactive: { type: "flow_reply", response: { size: "L" } } }),
  ],
  eventMessage: [
    {
      event: {
        name: "Party",
        starts_at: "2026-12-01T18:00:00Z",
        location: { latitude: 1, longitude: 2, title: "Hall" },
      },
    },
    text("Party", { event: { starts_at: "2026-12-01T18:00:00+00:00", location: { name: "Hall" }, cancelled: false } }),
  ],
  scheduledCallCreationMessage: [
    { call_invite: { title: "Weekly", starts_at: "2026-12-01T18:00:00Z" } },
    text("Weekly", { event: { name: "Weekly", starts_at: "2026-12-01T18:00:00+00:00" } }),
  ],
  sendPaymentMessage: [{ payment: { kind: "sent", note: "Here" } }, text("Here", { payment: { kind: "sent" } })],
  requestPaymentMessage: [
    { payment: { kind: "request", amount: 12.5, currency: "BRL" } },
    text(null, { payment: { kind: "request", amount: "12.50", currency: "BRL" } }),
  ],
  declinePaymentRequestMessage: [
    { payment: { kind: "declined", request_id: "R1" } },
    text(null, { payment: { reference: "R1" } }),
  ],
  cancelPaymentRequestMessage: [
    { payment: { kind: "cancelled", request_id: "R1" } },
    text(null, { payment: { reference: "R1" } }),
  ],
  paymentInviteMessage: [{ payment: { kind: "invite" } }, text(null, { payment: { kind: "invite" } })],
  invoiceMessage: [{ payment: { kind: "invoice", note: "May" } }, text("May", { payment: { kind: "invoice" } })],
  groupInviteMessage: [
    { invite: { kind: "group", chat_id: "1203@g.us", name: "Tea", code: "CODE" } },
    text("Tea", { invite: { kind: "group", link: "https://chat.whatsapp.com/CODE" } }),
  ],
  newsletterAdminInviteMessage: [
    raw("newsletterAdminInviteMessage", channel),
    text("News", { invite: { kind: "channel_admin" } }),
  ],
  newsletterFollowerInviteMessageV2: [
    raw("newsletterFollowerInviteMessageV2", channel),
    text("News", { invite: { kind: "channel" } }),
  ],
  requestPhoneNumberMessage: [raw("requestPhoneNumberMessage", {}), unsupported("requestPhoneNumberMessage")],
  placeholderMessage: [raw("placeholderMessage", { type: 0 }), unsupported("placeholderMessage")],
  bcallMessage: [raw("bcallMessage", { caption: "Live" }), text("Live")],
  richResponseMessage: [raw("richResponseMessage", { submessages: [{ messageText: "One." }] }), text("One.")],
  statusMentionMessage: [
    raw("statusMentionMessage", { message: { protocolMessage: { key: { id: "S1", fromMe: true }, type: 25 } } }),
    text(null, { network_kind: "statusMentionMessage", quoted: { id: "S1" } }),
  ],
  groupStatusMentionMessage: [
    raw("groupStatusMentionMessage", { message: { protocolMessage: { key: { id: "S1", fromMe: true }, type: 25 } } }),
    text(null, { quoted: { id: "S1" } }),
  ],
  statusNotificationMessage: [
    raw("statusNotificationMessage", { originalMessageKey: { id: "S2", fromMe: false }, type: 1 }),
    text(null, { quoted: { id: "S2", author_phone: OLGA } }),
  ],
  statusQuestionAnswerMessage: [
    raw("statusQuestionAnswerMessage", { key: { id: "S3", fromMe: false }, text: "Blue" }),
    text("Blue", { quoted: { id: "S3" } }),
  ],
  statusQuotedMessage: [
    raw("statusQuotedMessage", { text: "Nice", originalStatusId: { id: "S4" } }),
    text("Nice", { quoted: { id: "S4" } }),
  ],
  statusStickerInteractionMessage: [
    raw("statusStickerInteractionMessage", { key: { id: "S5" } }),
    text(null, { quoted: { id: "S5" } }),
  ],
  questionResponseMessage: [
    raw("questionResponseMessage", { key: { id: "Q1" }, text: "Red" }),
    text("Red", { quoted: { id: "Q1" } }),
  ],

  reactionMessage: [raw("reactionMessage", { key: aboutOne, text: "👍" }), "nothing"],
  encReactionMessage: [raw("encReactionMessage", { targetMessageKey: aboutOne, ...hidden }), "nothing"],
  pollUpdateMessage: [raw("pollUpdateMessage", { pollCreationMessageKey: aboutOne, vote: hidden }), "nothing"],
  secretEncryptedMessage: [
    raw("secretEncryptedMessage", { targetMessageKey: aboutOne, secretEncType: 2, ...hidden }),
    "nothing",
  ],
  protocolMessage: [raw("protocolMessage", { key: aboutOne, type: 0 }), "nothing"],
  scheduledCallEditMessage: [raw("scheduledCallEditMessage", { key: aboutOne, editType: 1 }), "nothing"],
  encCommentMessage: [
    raw("encCommentMessage", { targetMessageKey: aboutOne, ...hidden }),
    unsupported("encCommentMessage"),
  ],
  encEventResponseMessage: [
    raw("encEventResponseMessage", { eventCreationMessageKey: aboutOne, ...hidden }),
    unsupported("encEventResponseMessage"),
  ],

  deviceSentMessage: around("deviceSentMessage"),
  viewOnceMessage: around("viewOnceMessage"),
  viewOnceMessageV2: around("viewOnceMessageV2"),
  viewOnceMessageV2Extension: around("viewOnceMessageV2Extension"),
  ephemeralMessage: around("ephemeralMessage"),
  documentWithCaptionMessage: around("documentWithCaptionMessage"),
  editedMessage: around("editedMessage"),
  groupMentionedMessage: around("groupMentionedMessage"),
  botInvokeMessage: around("botInvokeMessage"),
  botTaskMessage: around("botTaskMessage"),
  botForwardedMessage: [{ ai_answer: { texts: ["One.", "Two."] } }, text("One.\n\nTwo.")],
  lottieStickerMessage: around("lottieStickerMessage"),
  associatedChildMessage: around("associatedChildMessage"),
  commentMessage: around("commentMessage"),
  eventCoverImage: around("eventCoverImage"),
  pollCreationOptionImageMessage: around("pollCreationOptionImageMessage"),
  statusAddYours: around("statusAddYours"),
  groupStatusMessage: around("groupStatusMessage"),
  groupStatusMessageV2: around("groupStatusMessageV2"),
  limitSharingMessage: around("limitSharingMessage"),
  questionMessage: around("questionMessage"),
  questionReplyMessage: around("questionReplyMessage"),

  messageContextInfo: [
    raw("messageContextInfo", { deviceListMetadataVersion: 2 }),
    { body: null, error_code: "unsupported" },
  ],
  senderKeyDistributionMessage: [raw("senderKeyDistributionMessage", { groupId: "1@g.us" }), "nothing"],
  fastRatchetKeySenderKeyDistributionMessage: [raw("fastRatchetKeySenderKeyDistributionMessage", {}), "nothing"],
  chat: [raw("chat", { displayName: "Ana", id: "1" }), { body: null, error_code: "unsupported" }],

  albumMessage: [raw("albumMessage", { expectedImageCount: 2 }), "nothing"],
  pinInChatMessage: [raw("pinInChatMessage", { key: aboutOne, type: 1 }), "nothing"],
  keepInChatMessage: [raw("keepInChatMessage", { key: aboutOne }), "nothing"],
  call: [raw("call", { callKey: data }), "nothing"],
  callLogMesssage: [raw("callLogMesssage", { isVideo: false, durationSecs: 10 }), "nothing"],
  stickerSyncRmrMessage: [raw("stickerSyncRmrMessage", { filehash: ["x"], requestTimestamp: SECONDS }), "nothing"],
  messageHistoryBundle: [raw("messageHistoryBundle", { mimetype: "application/x" }), "nothing"],
  messageHistoryNotice: [raw("messageHistoryNotice", { messageHistoryMetadata: { messageCount: 3 } }), "nothing"],
};

const FIELDS = Object.entries(SAMPLES) as [Field, Sample][]; // Object.entries loses the key type
const phoneOf = (field: string) => String(15_560_000_000 + FIELDS.findIndex(([name]) => name === field));

describe("every field of a message that a phone may send", () => {
  let sending: SendingWorld;
  const ids = new Map<string, string>();
  const storedAs = (field: string) =>
    sending.world.messages().find(({ network_id, direction }) => network_id === ids.get(field) && direction === "in");

  beforeAll(async () => {
    sending = await SendingWorld.create();
    const { sandbox } = sending.world.stage;
    await sandbox.request("POST", "/phones", {
      phones: FIELDS.map(([field]) => ({ phone: phoneOf(field), name: field })),
    });
    const messages = FIELDS.map(([field, [written]]) => ({ from: phoneOf(field), to: OLGA, ...written }));
    const { data: sent } = await sandbox.request<{ data: { id: string }[] }>("POST", "/messages", { messages });
    for (const [at, [field]] of FIELDS.entries()) ids.set(field, sent[at]?.id ?? "");
    // Once the last message has arrived, all earlier messages have arrived too.
    const last = await sandbox.write(ANA, { to: OLGA, text: "The last" });
    const expected = FIELDS.filter(([, [, said]]) => said !== "nothing");
    await eventually("every message to be stored", () => expected.every(([field]) => storedAs(field)), 120_000);
    await sending.received(last.id);
    const { pk } = keys.sessionKey(sending.instance, "", "");
    await eventually("an empty journal", () =>
      sending.world.table.partition(pk).every(({ sk }) => !sk.startsWith("journal#")),
    );
  });
  afterAll(() => sending.tearDown());

  it.each(FIELDS.filter(([, [, said]]) => said !== "nothing"))(
    "%s is told, and what is sent to its writer is a reply",
    async (field, [, said]) => {
      const stored = storedAs(field);
      const [event, ...others] = sending.world.events("message.received").filter(({ id }) => id === stored?.id);
      expect(event).toMatchObject(said as Written); // filtered above
      expect(others).toEqual([]);
      expect(sending.world.table.peek(keys.person(sending.instance, phoneOf(field)))).toMatchObject({ received: 1 });

      const { message } = await acceptMessage(sending.world.deps(), {
        ...{ caller_account: ACCOUNT, instance: sending.world.instance(sending.instance), send_at: null },
        ...{ to: phoneOf(field), chat_id: null, idempotency_key: randomUUID(), origin: "api" },
        content: { kind: "text", text: "Thanks", link_preview: false, mentions: [] },
      });
      expect(sending.world.message(message.id).class).toBe("reply");
    },
  );

  it.each(FIELDS.filter(([, [, said]]) => said === "nothing"))(
    "%s leaves no trace: it is no message of a person",
    (field) => {
      const kind: { is: string } = CONTENT_KINDS[field];
      expect(["act", "silent", "beside"]).toContain(kind.is);
      expect(storedAs(field)).toBeUndefined();
      expect(sending.world.table.peek(keys.person(sending.instance, phoneOf(field)))).toBeNull();
    },
  );
});

import "../../../session-service/process/silence-console.ts";
import type { proto, WAMessage } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { CreateInstanceBody, UpdateInstanceBody } from "../../../core/contracts/instance.ts";
import { CheckNumberBody, UpdateProfileBody } from "../../../core/contracts/number.ts";
import { SendMessageBody } from "../../../core/contracts/send-message.ts";
import { UpdateWebhookBody } from "../../../core/contracts/webhook.ts";
import { normalizeCidr } from "../../../core/domain/accounts/allowed-ips.ts";
import { isApiKey } from "../../../core/domain/accounts/api-key.ts";
import { parseReply } from "../../../core/domain/answers/model-answer.ts";
import { withOwnMarks } from "../../../core/domain/answers/reply-marks.ts";
import { cleanFileName } from "../../../core/domain/files/file-name.ts";
import { sentFileUrl } from "../../../core/domain/files/sent-file-url.ts";
import { isOneEmoji } from "../../../core/domain/messages/emoji.ts";
import { isInternationalNumber } from "../../../core/domain/messages/phone-number.ts";
import { authHeaderErrors } from "../../../core/domain/webhooks/auth-header.ts";
import { isHostName } from "../../../core/domain/webhooks/host-name.ts";
import { webhookUrl } from "../../../core/domain/webhooks/webhook-url.ts";
import { answerName } from "../../../core/http/answer-name.ts";
import { takeStanza } from "../../../session-service/baileys/inbound/bounds/stanza.ts";
import type { People } from "../../../session-service/baileys/inbound/people.ts";
import { readMessage } from "../../../session-service/baileys/inbound/read-message.ts";
import { readPage } from "../../../session-service/media/page-preview.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
const people: People = { phoneOf: async () => null, privateOf: async () => null, ownPhone: null, ownPrivate: null };

/** Creates texts of about this length that are designed to be slow to parse. */
const WORST: Record<string, (length: number) => string> = {
  "semicolons with a letter behind": (length) => `${";".repeat(length - 1)}x`,
  "a card's name of semicolons": (length) => `BEGIN:VCARD\nFN:${";".repeat(length - 20)}x`,
  "a card's lines, each folded": (length) => `FN:a${"\r\n ".repeat(length / 3)}`,
  "a card's empty lines": (length) => "\r\n".repeat(length / 2),
  "a card's many numbers": (length) => "item1.TEL;waid=1:\n".repeat(length / 18),
  "a card's backslashes": (length) => `FN:${"\\".repeat(length - 3)}`,
  "blanks with a letter behind": (length) => `x${" ".repeat(length - 2)}x`,
  "dots and blanks with a letter behind": (length) => `${". ".repeat(length / 2 - 1)}x`,
  "slashes with a letter behind": (length) => `https://x${"/".repeat(length - 10)}x`,
  "an address of dots": (length) => `https://${"a.".repeat(length / 2 - 5)}`,
  "a media type's parameters": (length) => `a/b${"; a=b".repeat(length / 5)};`,
  digits: (length) => "9".repeat(length),
  "flags and joiners": (length) => "\u{1f1e6}\u200d".repeat(length / 3),
  "accents on one letter": (length) => `e${"\u0301".repeat(length - 1)}`,
  "angle brackets": (length) => "<meta <title".repeat(length / 12),
  "a tag's attributes": (length) => `<meta ${'content = "'.repeat(length / 11)}`,
  ampersands: (length) => "&#x1".repeat(length / 4),
};

async function readContent(message: proto.IMessage): Promise<void> {
  const key = { id: "ID1", fromMe: false, remoteJid: "5511977770001@s.whatsapp.net" };
  const stanza = takeStanza({ key, message, messageTimestamp: 1_795_167_000 } satisfies WAMessage, NOW);
  if (stanza) await readMessage(stanza, people);
}

/** Creates a body with this text in every field. */
const everyField = (schema: z.ZodObject, text: string) =>
  schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, text])));

const mediaKey = Buffer.alloc(32, 1);
/** Everything that examines a text written by someone else. */
const PARSERS: Record<string, (text: string) => unknown> = {
  "a text": (text) => readContent({ conversation: text }),
  "a contact card": (text) => readContent({ contactMessage: { displayName: text, vcard: text } }),
  "a document": (text) =>
    readContent({ documentMessage: { mediaKey, fileName: text, mimetype: text, caption: text, url: text } }),
  "a place": (text) => readContent({ locationMessage: { name: text, address: text } }),
  "a poll": (text) => readContent({ pollCreationMessage: { name: text, options: [{ optionName: text }] } }),
  "an order": (text) => readContent({ orderMessage: { orderTitle: text, token: text, message: text } }),
  "a product": (text) => readContent({ productMessage: { product: { title: text, description: text, url: text } } }),
  "a reply": (text) =>
    readContent({ extendedTextMessage: { text, contextInfo: { stanzaId: text, participant: text } } }),
  "a reaction": (text) => readContent({ reactionMessage: { key: { id: text, remoteJid: text }, text } }),
  "a page": (text) => readPage(Buffer.from(text), { url: "https://example.com", contentType: text }),
  "a file's name": cleanFileName,
  "a file's name by its server": (text) => answerName(text, new URL("https://example.com")),
  "a model's answer": parseReply,
  "a reply in Markdown": withOwnMarks,
  "a file's address": (text) => sentFileUrl(text, false),
  "a number": isInternationalNumber,
  "an emoji": isOneEmoji,
  "a range of addresses": normalizeCidr,
  "a webhook's address": (text) => webhookUrl(text, false),
  "a webhook's header": (text) => authHeaderErrors({ name: text, value: text }),
  "an instance's settings": (text) => [everyField(CreateInstanceBody, text), everyField(UpdateInstanceBody, text)],
  "a webhook's settings": (text) => everyField(UpdateWebhookBody, text),
  "a number's profile": (text) => [everyField(UpdateProfileBody, text), everyField(CheckNumberBody, text)],
  "a key": (text) => [isApiKey(text), isApiKey(`mgw_${text}`)],
  "a host": isHostName,
  "a request's text": (text) => SendMessageBody.safeParse({ instance_id: text, to: text, text }),
  "a request's file": (text) =>
    SendMessageBody.safeParse({ media: { url: text, data: text, mimetype: text, filename: text } }),
  "a request's other fields": (text) =>
    SendMessageBody.safeParse({
      chat_id: text,
      reply_to: text,
      send_at: text,
      mentions: [text],
      poll: { name: text, options: [text, text] },
      contact: { name: text, phone: text, organization: text },
      location: { title: text, address: text },
    }),
};

const SHORT = 25_000;
/** Linear work doubles; quadratic work grows fourfold, and takes seconds at this length. */
const MOST_GROWTH = 3;
/** Processor time too short to draw conclusions from. */
const NOTHING_MS = 60;

async function fastest(parse: (text: string) => unknown, text: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3; n++) {
    const { user: begun } = process.cpuUsage();
    await parse(text);
    best = Math.min(best, (process.cpuUsage().user - begun) / 1_000);
    if (best < NOTHING_MS) break;
  }
  return best;
}

describe("a text written to take long", () => {
  it.each(Object.entries(PARSERS))("%s reads in time that grows with its length, no faster", async (_, parse) => {
    const slow: string[] = [];
    for (const [what, worst] of Object.entries(WORST)) {
      const long = await fastest(parse, worst(SHORT * 2));
      if (long < NOTHING_MS) continue;
      const short = await fastest(parse, worst(SHORT));
      if (long > short * MOST_GROWTH) slow.push(`${what}: ${short} ms, of twice the length ${long} ms`);
    }
    expect(slow).toEqual([]);
  });
});

import * as z from "zod";
import { LIMITS } from "./limits.ts";

const CHAT_ID = /^(\d{1,25}(-\d{1,25})?@g\.us|\d{1,25}@(newsletter|lid|s\.whatsapp\.net))$/;
const MIMETYPE = /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+*-]*(\s*;\s*[\w-]+=("[^"]*"|[\w.+-]+))*$/i;

/** `4096` as `4,096`. By hand: the first number that Intl writes takes ten milliseconds, at every cold start. */
const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** A text of 1 to `max` characters, counted as people see them: code points. */
function words(what: string, max: number) {
  return z
    .string()
    .refine((text) => text.trim().length > 0 || (what === "text" && text.length > 0), {
      error: `The ${what} is empty. Give 1 to ${grouped(max)} characters.`,
      abort: true,
    })
    .refine((text) => [...text].length <= max, `The ${what} is too long. Give 1 to ${grouped(max)} characters.`)
    .meta({ minLength: 1, maxLength: max });
}

const fileUrl = z
  .string()
  .max(LIMITS.fileUrlMaxChars, `The url is longer than ${LIMITS.fileUrlMaxChars} characters. Give a shorter one.`)
  .nullish()
  .meta({ description: "Public address of the file. Use this or data.", example: "https://files.example.com/a.pdf" });
const fileData = z
  .string()
  .nullish()
  .meta({ description: "The file as base64, at most 4 MB decoded. Use this or url.", contentEncoding: "base64" });

/** A file with its kind. Spec: Media object. */
const SendMedia = z.object({
  url: fileUrl,
  data: fileData,
  mimetype: z
    .string()
    .max(LIMITS.mimetypeMaxChars)
    .regex(MIMETYPE, "Give a media type such as image/jpeg or application/pdf.")
    .meta({
      description: "image/*, video/*, audio/*; any other is sent as a document",
      override: { pattern: undefined },
    }),
  filename: z
    .string()
    .refine((name) => [...name].length <= LIMITS.fileNameMaxChars, "Give a name of at most 255 characters.")
    .nullish()
    .meta({ maxLength: LIMITS.fileNameMaxChars }),
  voice: z.boolean().nullish().meta({ description: "Audio only: show it as a voice note" }),
});

const SendLocation = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  title: words("title", LIMITS.locationTextMaxChars).nullish(),
  address: words("address", LIMITS.locationTextMaxChars).nullish(),
});

const SendContact = z.object({
  name: words("name", LIMITS.contactNameMaxChars),
  phone: z.string().meta({ description: "Country code and digits", example: "5511999990001" }),
  organization: words("organization", LIMITS.contactNameMaxChars).nullish(),
});

const OPTIONS_RULE = `Give ${LIMITS.pollOptionsMin} to ${LIMITS.pollOptionsMax} options.`;
const SendPoll = z.object({
  name: words("name", LIMITS.pollNameMaxChars),
  options: z
    .array(words("option", LIMITS.pollOptionMaxChars))
    .min(LIMITS.pollOptionsMin, OPTIONS_RULE)
    .max(LIMITS.pollOptionsMax, OPTIONS_RULE)
    .refine(
      (options) => new Set(options.map((one) => one.trim())).size === options.length,
      "Two options are the same. Make each one different.",
    ),
  multiple_answers: z.boolean().nullish(),
});

/** Where a message goes. Exactly one of the two. */
const recipient = {
  to: z.string().nullish().meta({
    description: "The person's number: country code and digits, no +, no leading 0. Use this or chat_id.",
    example: "5511999990001",
  }),
  chat_id: z
    .string()
    .regex(CHAT_ID, "Give a chat id as an event carried it, e.g. 120363020000000001@g.us.")
    .nullish()
    .meta({ description: "A group's or channel's id, or the chat of someone who wrote without a phone." }),
};

const text = words("text", LIMITS.textMaxChars);
const sendAt = z.iso
  .datetime({ offset: true, error: "Give a time with offset, e.g. 2026-11-20T09:30:00+00:00." })
  .meta({ example: "2026-11-20T09:30:00+00:00", override: { pattern: undefined } });

/** POST /v1/messages: exactly one of text, media, location, contact, sticker, poll; text may be media's caption. */
export const SendMessageBody = z
  .object({
    instance_id: z.string(),
    ...recipient,
    text: text.nullish().meta({ description: "The message, or the caption of media (at most 1,024 characters)" }),
    media: SendMedia.nullish(),
    location: SendLocation.nullish(),
    contact: SendContact.nullish(),
    sticker: z
      .object({ url: fileUrl, data: fileData })
      .nullish()
      .meta({ description: "A WebP, PNG or JPEG picture; it is made 512 by 512" }),
    poll: SendPoll.nullish(),
    reply_to: z.string().nullish().meta({ description: "Id of the message of the same chat that this one answers" }),
    mentions: z
      .array(z.string())
      .max(LIMITS.mentionsMax, `Give at most ${LIMITS.mentionsMax} numbers.`)
      .nullish()
      .meta({ description: "In groups: the numbers that the text mentions" }),
    send_at: sendAt
      .nullish()
      .meta({ description: "When to send: now to 30 days ahead; up to a minute in the past counts as now." }),
    link_preview: z.boolean().nullish(),
  })
  .meta({ id: "SendMessage" });
export type SendMessageBody = z.infer<typeof SendMessageBody>;

/** POST /v1/messages/{id}/forward. */
export const ForwardMessageBody = z.object(recipient).meta({ id: "ForwardMessage" });
export type ForwardMessageBody = z.infer<typeof ForwardMessageBody>;

/** PATCH /v1/messages/{id}: send only what changes. */
export const ChangeMessageBody = z
  .object({
    text: text.optional().meta({ description: "The text or caption. Sent messages: within 15 minutes" }),
    send_at: sendAt.nullable().optional().meta({ description: "Scheduled messages: another time; null: now" }),
  })
  .meta({ id: "ChangeMessage" });

/** PUT /v1/messages/{id}/reaction. */
export const ReactionBody = z.object({ emoji: z.string().meta({ example: "👍" }) }).meta({ id: "Reaction" });

import * as z from "zod";
import { givenId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { fileData, fileUrl, SendMedia } from "./media/send-media.ts";
import { givenPhone } from "./phone.ts";
import { text, words } from "./text.ts";
import { visiblePart } from "./visible-text.ts";

const CHAT_ID = /^(\d{1,25}(-\d{1,25})?@g\.us|\d{1,25}@(newsletter|lid|s\.whatsapp\.net))$/;
const CHAT_RULE = "Give a chat id as an event carried it, e.g. 120363020000000001@g.us.";
/** The error sentence for a mention that is neither a number nor a person's id. */
export const MENTION_RULE = "Give a number like 201012345678, or a person's id as an event carried it.";
const SendLocation = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  title: words("title", LIMITS.locationTextMaxChars).nullish(),
  address: words("address", LIMITS.locationTextMaxChars).nullish(),
});

const SendContact = z.object({
  name: words("name", LIMITS.contactNameMaxChars),
  phone: givenPhone().meta({ description: "Country code and digits", example: "5511999990001" }),
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
      // Voters can't tell apart options that look identical.
      (options) => new Set(options.map((one) => visiblePart(one).normalize("NFC"))).size === options.length,
      "Two options are the same. Make each one different.",
    ),
  multiple_answers: z.boolean().nullish(),
});

/** A message's recipient; exactly one of the two fields must be given. */
const recipient = {
  to: givenPhone().nullish().meta({
    description: "The person's number: country code and digits, no +, no leading 0. Use this or chat_id.",
    example: "5511999990001",
  }),
  chat_id: text(LIMITS.chatIdMaxChars, CHAT_RULE)
    .regex(CHAT_ID, CHAT_RULE)
    .nullish()
    .meta({ description: "A group's or channel's id, or the chat of someone who wrote without a phone." }),
};

const messageText = words("text", LIMITS.textMaxChars);
const TIME_RULE = "Give a time with offset, e.g. 2026-11-20T09:30:00+00:00.";
const sendAt = text(LIMITS.timeMaxChars, TIME_RULE)
  .regex(z.regexes.datetime({ offset: true }), TIME_RULE)
  .meta({ example: "2026-11-20T09:30:00+00:00", override: { format: "date-time", pattern: undefined } });

/**
 * POST /v1/messages: exactly one of text, media, location, contact, sticker, poll. With media, text can be added as the
 * caption.
 */
export const SendMessageBody = z
  .object({
    instance_id: givenId(),
    ...recipient,
    text: messageText
      .nullish()
      .meta({ description: "The message, or the caption of media (at most 1,024 characters)" }),
    media: SendMedia.nullish(),
    location: SendLocation.nullish(),
    contact: SendContact.nullish(),
    sticker: z.object({ url: fileUrl, data: fileData }).nullish().meta({
      description: "A WebP, PNG, JPEG or GIF picture; it is resized to 512 by 512, and an animated one stays animated",
    }),
    poll: SendPoll.nullish(),
    reply_to: givenId().nullish().meta({ description: "Id of the message in the same chat that this one replies to" }),
    mentions: z
      .array(text(LIMITS.phoneMaxChars, MENTION_RULE))
      .max(LIMITS.mentionsMax, `Give at most ${LIMITS.mentionsMax} people.`)
      .nullish()
      .meta({
        description: "In groups: the people mentioned in the text as @digits, each by number or by id as in an event",
        examples: [["5511999990001"], ["88000111222333@lid"]],
      }),
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
    text: messageText.optional().meta({ description: "The text or caption. Sent messages: within 15 minutes" }),
    send_at: sendAt.nullable().optional().meta({ description: "Scheduled messages: another time; null: now" }),
  })
  .meta({ id: "ChangeMessage" });

/** The error sentence for a reaction that isn't a single emoji. */
export const EMOJI_RULE = "Give one emoji, e.g. 👍.";
/** PUT /v1/messages/{id}/reaction. */
export const ReactionBody = z
  .object({ emoji: text(LIMITS.emojiMaxChars, EMOJI_RULE).meta({ example: "👍" }) })
  .meta({ id: "Reaction" });

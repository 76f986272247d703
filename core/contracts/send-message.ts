import * as z from "zod";
import { givenId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { fileData, fileUrl, SendMedia } from "./media/send-media.ts";
import { givenPhone } from "./phone.ts";
import { text, words } from "./text.ts";
import { visiblePart } from "./visible-text.ts";

const CHAT_ID = /^(\d{1,25}(-\d{1,25})?@g\.us|\d{1,25}@(newsletter|lid|s\.whatsapp\.net))$/;
const CHAT_RULE = "Use a chat id from an event, e.g. 120363020000000001@g.us.";
/** The error message for a mention that is neither a number nor a person's id. */
export const MENTION_RULE = "Use a number like 201012345678, or a person's id from an event.";
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

const OPTIONS_RULE = `Provide ${LIMITS.pollOptionsMin} to ${LIMITS.pollOptionsMax} options.`;
const SendPoll = z.object({
  name: words("name", LIMITS.pollNameMaxChars),
  options: z
    .array(words("option", LIMITS.pollOptionMaxChars))
    .min(LIMITS.pollOptionsMin, OPTIONS_RULE)
    .max(LIMITS.pollOptionsMax, OPTIONS_RULE)
    .refine(
      // Voters couldn't distinguish options that look identical.
      (options) => new Set(options.map((one) => visiblePart(one).normalize("NFC"))).size === options.length,
      "Two options are the same. Make each one different.",
    ),
  multiple_answers: z.boolean().nullish(),
});

/** A message's recipient. Exactly one of these two fields is required. */
const recipient = {
  to: givenPhone().nullish().meta({
    description: "The person's number: country code and digits, without + or leading 0. Use either this or chat_id.",
    example: "5511999990001",
  }),
  chat_id: text(LIMITS.chatIdMaxChars, CHAT_RULE)
    .regex(CHAT_ID, CHAT_RULE)
    .nullish()
    .meta({ description: "The id of a group or channel, or of the chat with someone whose number is hidden." }),
};

const messageText = words("text", LIMITS.textMaxChars);
const TIME_RULE = "Use a time with an offset, e.g. 2026-11-20T09:30:00+00:00.";
const sendAt = text(LIMITS.timeMaxChars, TIME_RULE)
  .regex(z.regexes.datetime({ offset: true }), TIME_RULE)
  .meta({ example: "2026-11-20T09:30:00+00:00", override: { format: "date-time", pattern: undefined } });

/**
 * POST /v1/messages: exactly one of text, media, location, contact, sticker and poll. Media can also have a text, which
 * becomes its caption.
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
      description: "A WebP, PNG, JPEG or GIF picture. It is resized to 512 by 512 pixels, and animations are preserved",
    }),
    poll: SendPoll.nullish(),
    reply_to: givenId()
      .nullish()
      .meta({ description: "The id of the message that this one replies to, in the same chat" }),
    mentions: z
      .array(text(LIMITS.phoneMaxChars, MENTION_RULE))
      .max(LIMITS.mentionsMax, `Mention at most ${LIMITS.mentionsMax} people.`)
      .nullish()
      .meta({
        description:
          "Only in groups: the people mentioned in the text as @digits, each by their number or their id from an event",
        examples: [["5511999990001"], ["88000111222333@lid"]],
      }),
    send_at: sendAt.nullish().meta({
      description: "When to send the message, up to 30 days ahead. A time up to a minute in the past counts as now.",
    }),
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
    text: messageText
      .optional()
      .meta({ description: "The new text or caption. A sent message can be changed for 15 minutes" }),
    send_at: sendAt
      .nullable()
      .optional()
      .meta({ description: "Only for scheduled messages: the new time; null to send the message now" }),
  })
  .meta({ id: "ChangeMessage" });

/** The error message for a reaction that isn't a single emoji. */
export const EMOJI_RULE = "Use one emoji, e.g. 👍.";
/** PUT /v1/messages/{id}/reaction. */
export const ReactionBody = z
  .object({ emoji: text(LIMITS.emojiMaxChars, EMOJI_RULE).meta({ example: "👍" }) })
  .meta({ id: "Reaction" });

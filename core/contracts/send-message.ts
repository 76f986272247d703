import * as z from "zod";
import { LIMITS } from "./limits.ts";

const MAX_TEXT = LIMITS.textMaxChars;
const CHAT_ID = /^[\w.-]{1,120}@(g\.us|newsletter|lid|s\.whatsapp\.net)$/;

/** What a send may carry beside a text; until they are supported a clear sentence refuses them. */
const LATER = ["media", "location", "contact", "sticker", "poll", "reply_to", "mentions"] as const;
const later = z.null("This is not supported yet. Send text.").optional();

/** POST /v1/messages. Characters are counted as people see them: code points. */
export const SendMessageBody = z
  .object({
    instance_id: z.string(),
    to: z.string().nullish().meta({
      description: "The person's number: country code and digits, no +, no leading 0. Use this or chat_id.",
      example: "5511999990001",
    }),
    chat_id: z
      .string()
      .regex(CHAT_ID, "Give a chat id as an event carried it, e.g. 120363020000000001@g.us.")
      .nullish()
      .meta({ description: "A group's or channel's id, or the chat of someone who wrote without a phone." }),
    text: z
      .string()
      .refine((text) => text.length > 0, { error: "The text is empty. Give 1 to 4,096 characters.", abort: true })
      .refine((text) => [...text].length <= MAX_TEXT, "The text is too long. Give 1 to 4,096 characters.")
      .nullish()
      .meta({ minLength: 1, maxLength: MAX_TEXT }),
    send_at: z.iso
      .datetime({ offset: true, error: "Give a time with offset, e.g. 2026-11-20T09:30:00+00:00." })
      .meta({ example: "2026-11-20T09:30:00+00:00", override: { pattern: undefined } })
      .nullish()
      .meta({ description: "When to send: now to 30 days ahead; up to a minute in the past counts as now." }),
    link_preview: z.boolean().nullish(),
    ...(Object.fromEntries(LATER.map((name) => [name, later])) as Record<(typeof LATER)[number], typeof later>),
  })
  .meta({ id: "SendMessage" });
export type SendMessageBody = z.infer<typeof SendMessageBody>;

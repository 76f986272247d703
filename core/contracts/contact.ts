import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { text, words } from "./text.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

/** A person in an instance's address book, or in one of its chats. Spec: contacts. */
export const Contact = z
  .object({
    id: z.string().meta({
      description: "The id of the chat with them: the first one by which they were known",
      example: "5511999990001@s.whatsapp.net",
    }),
    phone: z.string().nullable().meta({ description: "Digits; null while the number is hidden" }),
    name: z.string().nullable().meta({ description: "The saved name; null: they are not saved", example: "Ana Souza" }),
    contact_name: z.string().nullable().meta({ description: "The name that they show", example: "Ana" }),
    business: z.boolean().meta({ description: "Whether they write from a business account", example: false }),
    blocked: z.boolean().meta({ description: "Whether the instance has blocked them", example: false }),
    picture_url: z.string().nullable().meta({
      description:
        "Their picture, as of the last time this single contact was read; the link works 24 hours. null: none is known",
    }),
    wrote_first_at: time.nullable().meta({ description: "When they wrote for the first time; null: never" }),
    last_in_at: time.nullable().meta({ description: "When they last wrote; null: never" }),
    opted_out_at: time.nullable().meta({ description: "When they opted out of broadcasts; null: they did not" }),
  })
  .meta({ id: "Contact" });
export type Contact = z.infer<typeof Contact>;

/** PATCH /v1/instances/{id}/contacts/{contact}. */
export const ChangeContactBody = z.object({
  name: words("name", LIMITS.savedNameMaxChars, { trimmed: true })
    .nullable()
    .meta({ description: "The name under which they are saved; null removes it", example: "Ana Souza" }),
});

const SEARCH_RULE = `The search is too long. Give at most ${LIMITS.searchMaxChars} characters.`;

/** A part of a name, or digits of a phone, in a query. */
export const givenSearch = () =>
  text(LIMITS.searchMaxChars, SEARCH_RULE).meta({
    description: "A part of a name, in any case and with or without accents, or digits of a phone",
  });

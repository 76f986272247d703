import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { text, words } from "./text.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

/** A person in an instance's address book, or in one of its chats. Spec: contacts. */
export const Contact = z
  .object({
    id: z.string().meta({
      description: "The id of the chat with this person, which is the first id they were known by",
      example: "5511999990001@s.whatsapp.net",
    }),
    phone: z.string().nullable().meta({ description: "Digits only; null while the number is hidden" }),
    name: z
      .string()
      .nullable()
      .meta({ description: "The name the contact is saved under; null if it is not saved", example: "Ana Souza" }),
    contact_name: z.string().nullable().meta({ description: "The name that the person has chosen", example: "Ana" }),
    business: z.boolean().meta({ description: "Whether the person writes from a business account", example: false }),
    blocked: z.boolean().meta({ description: "Whether the instance has blocked this person", example: false }),
    picture_url: z.string().nullable().meta({
      description:
        "A link to the person's picture, which works for 24 hours; null if no picture is known. The picture is updated each time this contact is fetched individually",
    }),
    wrote_first_at: time.nullable().meta({ description: "When the person first wrote; null if they never did" }),
    last_in_at: time.nullable().meta({ description: "When the person last wrote; null if they never did" }),
    opted_out_at: time
      .nullable()
      .meta({ description: "When the person opted out of broadcasts; null if they have not" }),
  })
  .meta({ id: "Contact" });
export type Contact = z.infer<typeof Contact>;

/** PATCH /v1/instances/{id}/contacts/{contact}. */
export const ChangeContactBody = z.object({
  name: words("name", LIMITS.savedNameMaxChars, { trimmed: true })
    .nullable()
    .meta({ description: "The name to save the contact under; null removes it", example: "Ana Souza" }),
});

const TOO_LONG = "This value is too long.";

/** A person in an import, as given in the request. */
export const ImportedRow = z.object({
  phone: text(LIMITS.broadcastPhoneMaxChars, TOO_LONG).meta({
    description: "The number with its country code. It can be written the way people and spreadsheets write it",
    example: "5511999990001",
  }),
  name: text(10 * LIMITS.savedNameMaxChars, TOO_LONG).meta({
    description: `1 to ${LIMITS.savedNameMaxChars} characters`,
    example: "Ana Souza",
  }),
});

const IMPORT_RULE = `Provide 1 to ${LIMITS.contactImportMax} contacts. Import a longer list in several requests.`;

/** POST /v1/instances/{id}/contacts/import. Each row is checked separately, and each error names its row. */
export const ImportContactsBody = z.object({
  contacts: z
    .array(ImportedRow, IMPORT_RULE)
    .min(1, IMPORT_RULE)
    .max(LIMITS.contactImportMax, { error: IMPORT_RULE, abort: true })
    .meta({
      description: "All contacts are checked before any is saved. If two have the same phone, the later one is used",
    }),
});

/** How many people in an import were saved, were unchanged, or kept the name from the phone's address book. */
export const ImportedContacts = z
  .object({
    saved: z.int().meta({ description: "Contacts now saved under the given name", example: 120 }),
    unchanged: z.int().meta({ description: "Contacts that already had this name", example: 3 }),
    kept: z.int().meta({ description: "Contacts that keep their name from the phone's address book", example: 1 }),
  })
  .meta({ id: "ImportedContacts" });
export type ImportedContacts = z.infer<typeof ImportedContacts>;

const SEARCH_RULE = `The search is too long. Use at most ${LIMITS.searchMaxChars} characters.`;

/** A search query: part of a name, or digits of a phone number. */
export const givenSearch = () =>
  text(LIMITS.searchMaxChars, SEARCH_RULE).meta({
    description: "Part of a name, regardless of case and accents, or digits of a phone",
  });

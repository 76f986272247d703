import * as z from "zod";
import { ImportedRow } from "./contact.ts";
import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

/** The states of an import of contacts. */
export const CONTACT_IMPORT_STATUSES = ["waiting", "running", "done", "failed"] as const;
export type ContactImportStatus = (typeof CONTACT_IMPORT_STATUSES)[number];

/** Why an import failed. */
export const CONTACT_IMPORT_FAILURES = ["limit_reached", "erased", "server_error"] as const;
export type ContactImportFailure = (typeof CONTACT_IMPORT_FAILURES)[number];

const ONE_LIST = "Give the people in one of contacts, csv and vcard.";
const COUNT_RULE = "Give 1 to 10,000 contacts. Import a longer list in several imports.";
const FILE_RULE = "The file is over 4 MB. Leave out pictures and other columns, or import it in several parts.";
const COLUMN_RULE = "This is too long. Give a column's name as the first row has it.";
const CSV_ONLY = "Columns are chosen in csv. Leave them out, or give the people in csv.";

const column = () => text(LIMITS.columnNameMaxChars, COLUMN_RULE).nullish();
const isGiven = (value: unknown) => value !== undefined && value !== null;

/** POST /v1/instances/{id}/contact-imports. The people are given in exactly one of `contacts`, `csv` and `vcard`. */
export const StartContactImportBody = z
  .object({
    contacts: z
      .array(ImportedRow, COUNT_RULE)
      .min(1, COUNT_RULE)
      .max(LIMITS.contactsPerImport, { error: COUNT_RULE, abort: true })
      .nullish()
      .meta({ description: "Up to 10,000 people" }),
    csv: text(LIMITS.contactFileMaxChars, FILE_RULE).nullish().meta({
      description:
        "The text of a CSV file with up to 10,000 rows, separated by commas, semicolons or tabs. The columns are found by their names in English, Spanish or Portuguese",
      example: "phone,name\n5511999990001,Ana Souza",
    }),
    vcard: text(LIMITS.contactFileMaxChars, FILE_RULE).nullish().meta({
      description: "The text of an address book (vCard 2.1 to 4.0) with up to 10,000 cards",
    }),
    columns: z
      .object({
        phone: column().meta({ description: "The column with the phone numbers", example: "Mobile" }),
        name: column().meta({ description: "The column with the names", example: "Customer" }),
      })
      .nullish()
      .meta({ description: "For `csv`, if its columns have other names: those of its first row" }),
  })
  .refine(({ contacts, csv, vcard }) => [contacts, csv, vcard].filter(isGiven).length === 1, {
    error: ONE_LIST,
    path: ["contacts"],
  })
  .refine(({ columns, csv }) => !isGiven(columns) || isGiven(csv), { error: CSV_ONLY, path: ["columns"] })
  .meta({ id: "StartContactImport" });
export type StartContactImportBody = z.infer<typeof StartContactImportBody>;

/** An import of contacts as customers see it. docs/decisions/0244. */
export const ContactImport = z
  .object({
    id: z.string().meta({ example: "imp_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    instance_id: z.string().meta({ example: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    status: z
      .enum(CONTACT_IMPORT_STATUSES)
      .meta({ description: "The import starts within a minute and runs in the background" }),
    reason: z.enum(CONTACT_IMPORT_FAILURES).nullable().meta({
      description:
        "Why it failed. `limit_reached`: it has more new names than the instance can still import today; nothing was saved. `erased`: a person's data were erased while it went on; start it again without them",
    }),
    total: z.int().meta({ description: "The people to import", example: 9_840 }),
    done: z.int().meta({ description: "How many of them are handled so far", example: 4_500 }),
    saved: z.int().meta({ description: "Contacts now saved under the given name", example: 4_377 }),
    unchanged: z.int().meta({ description: "Contacts that already had this name", example: 100 }),
    kept: z.int().meta({ description: "Contacts that keep their name from the phone's address book", example: 23 }),
    left_out: z.int().meta({
      description: "Rows or cards without a phone or a name, and all but the last of those with the same phone",
      example: 160,
    }),
    created_at: z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }),
    done_at: z.string().nullable(),
    expires_at: z.string().meta({ description: "Until when it can be read" }),
  })
  .meta({ id: "ContactImport" });
export type ContactImport = z.infer<typeof ContactImport>;

/** The formats of a file of contacts. */
export const CONTACT_FILE_FORMATS = ["csv", "vcard"] as const;
export type ContactFileFormat = (typeof CONTACT_FILE_FORMATS)[number];

/** Contacts as the text of a file or of part of a file. */
export const ContactFile = z
  .object({
    format: z.enum(CONTACT_FILE_FORMATS),
    text: z.string().meta({
      description: "The file, or its next part: the texts one after the other are the file",
      example: "phone,name\r\n5511999990001,Ana Souza",
    }),
    people: z.int().meta({ description: "How many people are in this part", example: 1_987 }),
    left_out: z.int().meta({ description: "How many were left out because their number is hidden", example: 13 }),
    next: z.string().nullable().meta({ description: "The address of the next part; null: this is the last" }),
  })
  .meta({ id: "ContactFile" });
export type ContactFile = z.infer<typeof ContactFile>;

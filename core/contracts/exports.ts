import * as z from "zod";
import { givenId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

/** The states of an export. */
export const EXPORT_STATUSES = ["waiting", "running", "done", "failed"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Why an export failed. */
export const EXPORT_FAILURES = ["erased", "too_large", "server_error"] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

const BOTH =
  "Set instance_id and contact together to export one person's data, or leave both out to export the whole account.";
const CONTACT = "Use the digits of a phone, a private id (…@lid), or a chat id.";

/** POST /v1/export. */
export const CreateExportBody = z
  .object({
    instance_id: givenId().nullish().meta({
      description: "With `contact`: export only the data that this instance has about one person",
      example: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
    }),
    contact: text(LIMITS.chatIdMaxChars, CONTACT).nullish().meta({
      description: "The digits of the person's phone, their private id (…@lid), or the id of the chat with them",
      example: "5511999990001",
    }),
  })
  .refine(({ instance_id, contact }) => (instance_id ?? null) === null || (contact ?? null) !== null, {
    error: BOTH,
    path: ["contact"],
  })
  .refine(({ instance_id, contact }) => (contact ?? null) === null || (instance_id ?? null) !== null, {
    error: BOTH,
    path: ["instance_id"],
  })
  .meta({ id: "CreateExport" });
export type CreateExportBody = z.infer<typeof CreateExportBody>;

/** A file in an export's archive. */
export const ExportFile = z
  .object({
    name: z.string().meta({ example: "export-2026-11-20-1.zip" }),
    size_bytes: z.int(),
    sha256: z.string().meta({ description: "The SHA-256 of the file, in hexadecimal" }),
    url: z
      .string()
      .meta({ description: "The address to download the file from, without a key, until `url_expires_at`" }),
  })
  .meta({ id: "ExportFile" });
export type ExportFile = z.infer<typeof ExportFile>;

/** An export as customers see it. docs/decisions/0235. */
export const DataExport = z
  .object({
    id: z.string().meta({ example: "exp_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    status: z
      .enum(EXPORT_STATUSES)
      .meta({ description: "The export starts within a minute and runs in the background" }),
    reason: z.enum(EXPORT_FAILURES).nullable().meta({
      description:
        "Why the export failed. `erased`: a person's data was erased after the export began, so its archive was deleted too. Start a new export",
    }),
    instance_id: z
      .string()
      .nullable()
      .meta({ description: "The instance, if the export is for one person; null if it is for the whole account" }),
    contact: z.string().nullable().meta({ description: "The person, as the request named them" }),
    progress: z
      .object({
        records: z.int().meta({ description: "The number of lines written so far" }),
        files: z
          .int()
          .meta({ description: "The number of message files, such as pictures and documents, copied so far" }),
      })
      .meta({ description: "How much the archive contains so far" }),
    size_bytes: z.int().meta({ description: "The size of the archive's files so far" }),
    files: z.array(ExportFile).nullable().meta({
      description:
        "The archive, as one file, or as several if there is a lot of data. Only in GET /v1/exports/{id}, once the export is done",
    }),
    url_expires_at: z.string().nullable().meta({ description: "When the addresses in `files` expire" }),
    created_at: z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }),
    done_at: z.string().nullable(),
    expires_at: z.string().meta({ description: "When the archive is deleted" }),
  })
  .meta({ id: "Export" });
export type DataExport = z.infer<typeof DataExport>;

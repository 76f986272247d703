import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { maybeEmpty, text } from "../text.ts";

/**
 * Matches a media type with its subtype and parameters. A quoted value must be printable ASCII, because media types are
 * sent in headers.
 */
const MIMETYPE = /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+*-]*([ \t]*;[ \t]*[\w-]+=("[ !#-~]*"|[\w.+-]+))*$/i;
const MIMETYPE_RULE = "Use a media type such as image/jpeg or application/pdf.";

/** The schema for the URL of a file to be sent. */
export const fileUrl = text(
  LIMITS.fileUrlMaxChars,
  `The url is longer than ${LIMITS.fileUrlMaxChars} characters. Use a shorter one.`,
)
  .nullish()
  .meta({
    description: "The public address of the file. Use either this or data.",
    example: "https://files.example.com/a.pdf",
  });
/** The schema for a file to be sent, as base64. */
export const fileData = text(
  LIMITS.fileDataMaxChars,
  "The file is over 4 MB. Upload it to a public address and use its url.",
)
  .nullish()
  .meta({
    description: "The file as base64, at most 4 MB when decoded. Use either this or url.",
    contentEncoding: "base64",
  });

/** A file and its kind, as given in a request. Spec: Media object. */
export const SendMedia = z.object({
  url: fileUrl,
  data: fileData,
  mimetype: text(LIMITS.mimetypeMaxChars, MIMETYPE_RULE)
    .regex(MIMETYPE, MIMETYPE_RULE)
    .meta({
      description: "image/*, video/* or audio/*; any other type is sent as a document",
      override: { pattern: undefined },
    }),
  filename: maybeEmpty("file name", LIMITS.fileNameMaxChars).nullish(),
  voice: z.boolean().nullish().meta({ description: "Only for audio: show it as a voice note" }),
});

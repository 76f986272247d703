import { takenText } from "../bounds/texts.ts";
import type { ContentReader } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";

/** Reads a file of any kind, with or without a caption. */
export const readDocument: ContentReader<"documentMessage"> = (part) => ({
  type: "document",
  body: takenText(part.caption),
  file: fileOf("document", part, { documentMessage: part }, { filename: [part.fileName, part.title] }),
});

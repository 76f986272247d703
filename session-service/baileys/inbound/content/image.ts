import { takenText } from "../bounds/texts.ts";
import type { ContentReader } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";

/** Reads an image, with or without a caption. */
export const readImage: ContentReader<"imageMessage"> = (part) => ({
  type: "image",
  body: takenText(part.caption),
  file: fileOf("image", part, { imageMessage: part }),
});

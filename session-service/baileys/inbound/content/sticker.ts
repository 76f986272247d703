import type { ContentReader } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";

/** Reads a sticker: still, animated, or a packed animation. */
export const readSticker: ContentReader<"stickerMessage"> = (part) => ({
  type: "sticker",
  body: null,
  file: fileOf("sticker", part, { stickerMessage: part }),
});

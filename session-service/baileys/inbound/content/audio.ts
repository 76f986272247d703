import type { ContentReader } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";

/** Reads an audio file or a voice note. */
export const readAudio: ContentReader<"audioMessage"> = (part) => ({
  type: "audio",
  body: null,
  file: fileOf("audio", part, { audioMessage: part }, { voice: part.ptt }),
});

import type { proto } from "@whiskeysockets/baileys";
import type { Foreign } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReading } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";

/** A film, including a round one and one that plays as a GIF. */
export const readVideo = (part: Foreign<proto.Message.IVideoMessage>): ContentReading => ({
  type: "video",
  body: takenText(part.caption),
  // Also for a round film, because the network can request it again only under this name.
  file: fileOf("video", part, { videoMessage: part }),
});

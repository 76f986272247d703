import type { proto } from "@whiskeysockets/baileys";
import type { Foreign } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReading } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";

/** A film, also a round one and one that plays as a GIF. */
export const readVideo = (part: Foreign<proto.Message.IVideoMessage>): ContentReading => ({
  type: "video",
  body: takenText(part.caption),
  // A round film too: the network can ask for it again only under this name.
  file: fileOf("video", part, { videoMessage: part }),
});

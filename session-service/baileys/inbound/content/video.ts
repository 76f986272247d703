import type { proto } from "@whiskeysockets/baileys";
import type { Foreign } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReading } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";

/** Reads a video, including round videos and those that play as a GIF. */
export const readVideo = (part: Foreign<proto.Message.IVideoMessage>): ContentReading => ({
  type: "video",
  body: takenText(part.caption),
  // Round videos get this name as well, because it is the only one under which the network can request the file again.
  file: fileOf("video", part, { videoMessage: part }),
});

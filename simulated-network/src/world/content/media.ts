import type { proto } from "@whiskeysockets/baileys";
import type { MediaKind } from "../../media/media-cipher.ts";
import type { MediaReference } from "../../media/media-store.ts";
import { type ContentView, EMPTY_VIEW } from "./content-view.ts";

/** The fields shared by all message parts with a file. */
type FilePart = Pick<
  proto.Message.IImageMessage & proto.Message.IDocumentMessage & proto.Message.IVideoMessage,
  "mimetype" | "directPath" | "mediaKey" | "fileSha256" | "caption" | "fileName" | "viewOnce"
>;

/** Returns the part of a message that contains a file, and the file's kind, or null if there is no file. */
export function filePartOf(message: proto.IMessage): { readonly kind: MediaKind; readonly part: FilePart } | null {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = message;
  if (imageMessage) return { kind: "image", part: imageMessage };
  const video = videoMessage ?? ptvMessage;
  if (video) return { kind: "video", part: video };
  if (audioMessage) return { kind: "audio", part: audioMessage };
  if (documentMessage) return { kind: "document", part: documentMessage };
  return stickerMessage ? { kind: "sticker", part: stickerMessage } : null;
}

/** Returns the location and key of a message's file, or null if the message has no file. */
export function mediaReferenceOf(message: proto.IMessage): MediaReference | null {
  const file = filePartOf(message);
  if (!file) return null;
  const { directPath, mediaKey, fileSha256 } = file.part;
  return {
    kind: file.kind,
    directPath: directPath ?? "",
    mediaKey: Buffer.from(mediaKey ?? []),
    fileSha256: Buffer.from(fileSha256 ?? []),
  };
}

/** Parses an image, video, recording, document or sticker. */
export function readMedia(message: proto.IMessage): ContentView | null {
  const file = filePartOf(message);
  const reference = mediaReferenceOf(message);
  if (!file || !reference) return null;
  const { part, kind } = file;
  const media = {
    mimetype: part.mimetype ?? "application/octet-stream",
    filename: part.fileName || null,
    voice: Boolean(message.audioMessage?.ptt),
    view_once: Boolean(part.viewOnce),
    reference,
  };
  return { ...EMPTY_VIEW, type: kind, text: part.caption || null, media };
}

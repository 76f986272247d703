import { proto } from "@whiskeysockets/baileys";
import { type ContentView, EMPTY_VIEW } from "./content-view.ts";
import type { NewMedia } from "./write-media.ts";

/** Parses the announcement of an album, whose files follow as separate messages. */
export function readAlbum({ albumMessage }: proto.IMessage): ContentView | null {
  return albumMessage ? { ...EMPTY_VIEW, type: "album" } : null;
}

/** Builds an album's announcement as phones send it, with the numbers of images and videos. */
export function writeAlbum(files: readonly NewMedia[]): proto.IMessage {
  const films = files.filter(({ mimetype }) => mimetype.startsWith("video/")).length;
  return { albumMessage: { expectedImageCount: files.length - films, expectedVideoCount: films } };
}

/** Marks a message with a file as part of an album. */
export function inAlbum(picture: proto.IMessage, album: proto.IMessageKey): proto.IMessage {
  const associationType = proto.MessageAssociation.AssociationType.MEDIA_ALBUM;
  return { ...picture, messageContextInfo: { messageAssociation: { associationType, parentMessageKey: album } } };
}

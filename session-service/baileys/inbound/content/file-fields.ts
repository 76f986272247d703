import type { proto } from "@whiskeysockets/baileys";
import { asSent, type Foreign, type ForeignText, takenBytes } from "../bounds/foreign.ts";
import { takenCount } from "../bounds/numbers.ts";
import { takenFileName, takenMediaType, takenUrl } from "../bounds/texts.ts";
import type { IncomingFile, IncomingFileKind } from "./incoming-file.ts";

/** The fields shared by all kinds of content that have a file. */
export type FilePart = Foreign<
  Pick<proto.Message.IImageMessage, "url" | "directPath" | "mediaKey" | "mimetype" | "fileSha256" | "fileLength">
>;

/** A file, along with the content that is needed to request it from the phone again. */
export interface NamedFile extends IncomingFile {
  content: proto.IMessage;
}

const MIMETYPES: Record<IncomingFileKind, string> = {
  image: "image/jpeg",
  video: "video/mp4",
  audio: "audio/ogg",
  document: "application/octet-stream",
  sticker: "image/webp",
};
const LONGEST_KEY_BYTES = 64;
const HASH_BYTES = 32;

/**
 * Returns the file in a message's content. @param content a message with only this content, needed to request the file
 * from the phone again.
 * @param more its `filename` lists candidate names, and the first valid one is used.
 */
export function fileOf(
  kind: IncomingFileKind,
  part: FilePart,
  content: Foreign<proto.IMessage>,
  more: { filename?: (ForeignText | null | undefined)[]; voice?: boolean | null | undefined } = {},
): NamedFile {
  const hash = takenBytes(part.fileSha256, HASH_BYTES);
  const names = (more.filename ?? []).map(takenFileName);
  return {
    kind,
    mimetype: takenMediaType(part.mimetype) ?? MIMETYPES[kind],
    filename: names.find((name) => name !== null) ?? null,
    voice: more.voice === true,
    declaredBytes: takenCount(part.fileLength, Number.MAX_SAFE_INTEGER),
    sha256: hash && Buffer.from(hash).toString("hex"),
    mediaKey: takenBytes(part.mediaKey, LONGEST_KEY_BYTES),
    directPath: takenUrl(part.directPath),
    url: takenUrl(part.url),
    content: asSent<proto.IMessage>(content),
  };
}

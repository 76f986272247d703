import { type proto, toNumber } from "@whiskeysockets/baileys";
import type { FileKind, IncomingFile } from "../../received-files/incoming-file.ts";
import { cleanText } from "./clean-text.ts";

/** What every content with a file carries. */
export interface FilePart {
  url?: string | null;
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  mimetype?: string | null;
  fileSha256?: Uint8Array | null;
  fileLength?: proto.Message.IImageMessage["fileLength"];
}

/** A file, and the content alone as the network wants it when it shall ask the phone for the file again. */
export interface NamedFile extends IncomingFile {
  content: proto.IMessage;
}

const MIMETYPES: Record<FileKind, string> = {
  image: "image/jpeg",
  video: "video/mp4",
  audio: "audio/ogg",
  document: "application/octet-stream",
  sticker: "image/webp",
};
const LONGEST_NAME_CHARS = 255;

/** The file of a content. @param content it alone, under the name by which the network can ask for the file again. */
export function fileOf(
  kind: FileKind,
  part: FilePart,
  content: proto.IMessage,
  more: { filename?: string | null | undefined; voice?: boolean | null | undefined } = {},
): NamedFile {
  const { fileLength, fileSha256, mediaKey } = part;
  return {
    kind,
    mimetype: cleanText(part.mimetype, LONGEST_NAME_CHARS) ?? MIMETYPES[kind],
    filename: cleanText(more.filename, LONGEST_NAME_CHARS),
    voice: more.voice === true,
    declaredBytes: fileLength === null || fileLength === undefined ? null : toNumber(fileLength),
    sha256: fileSha256?.length ? Buffer.from(fileSha256).toString("hex") : null,
    mediaKey: mediaKey?.length ? mediaKey : null,
    directPath: part.directPath || null,
    url: part.url || null,
    content,
  };
}

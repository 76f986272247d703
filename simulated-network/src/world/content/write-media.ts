import type { proto } from "@whiskeysockets/baileys";
import type { MediaKind } from "../../media/media-cipher.ts";
import type { MediaStore, StoredMedia } from "../../media/media-store.ts";

/** A file that a person sends. */
export interface NewMedia {
  readonly data: Buffer;
  readonly mimetype: string;
  readonly filename?: string | undefined;
  /** Whether the audio was recorded with the microphone. */
  readonly voice?: boolean | undefined;
  /** Whether to send the file as a document regardless of its type. */
  readonly document?: boolean | undefined;
  readonly gif?: boolean | undefined;
  readonly view_once?: boolean | "withheld" | undefined;
}

/** A sticker that a person sends. Its file is a WebP or, for `lottie`, a packed animation. */
export interface NewSticker {
  readonly data: Buffer;
  readonly mimetype: string;
  readonly animated?: boolean | undefined;
  readonly lottie?: boolean | undefined;
}

/**
 * Uploads the file and builds the message that refers to it.
 *
 * @param caption null for none.
 * @param isOpen whether the message is for a channel, where files aren't encrypted.
 */
export function writeMedia(
  store: MediaStore,
  media: NewMedia,
  caption: string | null,
  at: Date,
  isOpen = false,
): proto.IMessage {
  const kind = media.document ? "document" : kindOf(media.mimetype);
  const stored = isOpen ? store.putOpen(media.data, kind) : store.put(media.data, kind);
  return WRITERS[kind](fileFields(stored, media.mimetype, at), media, caption);
}

/** Builds a sticker as phones send it. */
export function writeSticker(store: MediaStore, sticker: NewSticker, at: Date): proto.IMessage {
  const fields = fileFields(store.put(sticker.data, "sticker"), sticker.mimetype, at);
  const isAnimated = Boolean(sticker.animated) || Boolean(sticker.lottie);
  return { stickerMessage: { ...fields, width: 512, height: 512, isAnimated, isLottie: Boolean(sticker.lottie) } };
}

type Fields = ReturnType<typeof fileFields>;
type Writer = (fields: Fields, media: NewMedia, caption: string | null) => proto.IMessage;

const WRITERS: Readonly<Record<Exclude<MediaKind, "sticker">, Writer>> = {
  image: (fields, media, caption) => ({ imageMessage: { ...fields, caption, viewOnce: Boolean(media.view_once) } }),
  video: (fields, media, caption) => ({
    videoMessage: {
      ...fields,
      caption,
      gifPlayback: Boolean(media.gif),
      viewOnce: Boolean(media.view_once),
      seconds: 1,
    },
  }),
  audio: (fields, media) => ({
    audioMessage: { ...fields, ptt: Boolean(media.voice), viewOnce: Boolean(media.view_once), seconds: 1 },
  }),
  document: (fields, media, caption) => ({
    documentMessage: { ...fields, caption, fileName: media.filename ?? "file", title: media.filename ?? "file" },
  }),
};

function kindOf(mimetype: string): Exclude<MediaKind, "sticker"> {
  const family = mimetype.split("/")[0];
  return family === "image" || family === "video" || family === "audio" ? family : "document";
}

function fileFields(stored: Partial<StoredMedia>, mimetype: string, at: Date) {
  const mediaKeyTimestamp = Math.floor(at.getTime() / 1000);
  return { ...stored, mimetype, mediaKeyTimestamp };
}

import type { proto } from "@whiskeysockets/baileys";
import type { MediaStore } from "../../media/media-store.ts";
import type { LocationView } from "./content-view.ts";
import { writeLocation } from "./location.ts";
import { type NewMedia, writeMedia } from "./write-media.ts";

/** The header above a business's text: a title, a file or a location. */
export interface NewHeader {
  readonly title?: string | undefined;
  readonly media?: NewMedia | undefined;
  readonly location?: LocationView | undefined;
}

/** The context in which a message is built: the store for its files, the time, and the recipient. */
export interface WritingPlace {
  readonly media: MediaStore;
  readonly at: Date;
  /** The recipient's address. */
  readonly to: string;
}

/**
 * The message parts that can appear above a text. Documents, images, videos and locations have the same names in every
 * form of message.
 */
export type HeaderParts = Pick<proto.IMessage, "documentMessage" | "imageMessage" | "videoMessage" | "locationMessage">;

/** Builds the file or location of a header, which is the same in every form of message. */
export function writeHeader({ media, location }: NewHeader, { media: store, at }: WritingPlace): HeaderParts {
  if (location) return writeLocation(location);
  if (!media) return {};
  const { documentMessage, imageMessage, videoMessage } = writeMedia(store, media, null, at);
  return { documentMessage, imageMessage, videoMessage };
}

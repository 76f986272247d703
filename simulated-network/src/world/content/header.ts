import type { proto } from "@whiskeysockets/baileys";
import type { MediaStore } from "../../media/media-store.ts";
import type { LocationView } from "./content-view.ts";
import { writeLocation } from "./location.ts";
import { type NewMedia, writeMedia } from "./write-media.ts";

/** The header above a business's text: a title, a file or a place. */
export interface NewHeader {
  readonly title?: string | undefined;
  readonly media?: NewMedia | undefined;
  readonly location?: LocationView | undefined;
}

/** Where a message's files are stored, when it is written, and for whom. */
export interface WritingPlace {
  readonly media: MediaStore;
  readonly at: Date;
  /** The recipient's address. */
  readonly to: string;
}

/**
 * The parts of a message that can be above a text; documents, pictures, videos and locations have the same names in
 * every form.
 */
export type HeaderParts = Pick<proto.IMessage, "documentMessage" | "imageMessage" | "videoMessage" | "locationMessage">;

/** A header's file or location, the same in every form. */
export function writeHeader({ media, location }: NewHeader, { media: store, at }: WritingPlace): HeaderParts {
  if (location) return writeLocation(location);
  if (!media) return {};
  const { documentMessage, imageMessage, videoMessage } = writeMedia(store, media, null, at);
  return { documentMessage, imageMessage, videoMessage };
}

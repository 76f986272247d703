import type { proto } from "@whiskeysockets/baileys";
import type { Foreign } from "../bounds/foreign.ts";
import type { ContentReading } from "./content-reading.ts";
import { readDocument } from "./document.ts";
import { readImage } from "./image.ts";
import { readLocation } from "./location.ts";
import { readProduct } from "./product.ts";
import { readVideo } from "./video.ts";

/** A file, place or product above the text of an offer. */
type OfferHeader = Foreign<
  Pick<proto.IMessage, "documentMessage" | "imageMessage" | "videoMessage" | "locationMessage" | "productMessage">
>;

/** The file, place or product above the text of an offer; null if none. Its own caption is its body. */
export function readHeader(header: OfferHeader | null | undefined): ContentReading | null {
  const { documentMessage, imageMessage, videoMessage, locationMessage, productMessage } = header ?? {};
  if (imageMessage) return readImage(imageMessage);
  if (videoMessage) return readVideo(videoMessage);
  if (documentMessage) return readDocument(documentMessage);
  if (productMessage) return readProduct(productMessage);
  return locationMessage ? readLocation(locationMessage) : null;
}

/** A text alone, or the reading of what is above it, with these words below. */
export const underHeader = (header: ContentReading | null, body: string | null): ContentReading =>
  header ? { ...header, body } : { type: "text", body };

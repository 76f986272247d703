import type { proto } from "@whiskeysockets/baileys";
import type { Foreign } from "../bounds/foreign.ts";
import type { ContentReading } from "./content-reading.ts";
import { readDocument } from "./document.ts";
import { readImage } from "./image.ts";
import { readLocation } from "./location.ts";
import { readProduct } from "./product.ts";
import { readVideo } from "./video.ts";

/** A file, location or product above an offer's text. */
type OfferHeader = Foreign<
  Pick<proto.IMessage, "documentMessage" | "imageMessage" | "videoMessage" | "locationMessage" | "productMessage">
>;

/**
 * Reads the file, location or product above an offer's text, or returns null if there is none. The caption becomes the
 * body.
 */
export function readHeader(header: OfferHeader | null | undefined): ContentReading | null {
  const { documentMessage, imageMessage, videoMessage, locationMessage, productMessage } = header ?? {};
  if (imageMessage) return readImage(imageMessage);
  if (videoMessage) return readVideo(videoMessage);
  if (documentMessage) return readDocument(documentMessage);
  if (productMessage) return readProduct(productMessage);
  return locationMessage ? readLocation(locationMessage) : null;
}

/** Returns the header's content with the text below it, or only the text if there is no header. */
export const underHeader = (header: ContentReading | null, body: string | null): ContentReading =>
  header ? { ...header, body } : { type: "text", body };

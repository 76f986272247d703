import type { proto } from "@whiskeysockets/baileys";
import { readAudio } from "./audio.ts";
import { readContact, readContacts } from "./contact.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { readDocument } from "./document.ts";
import { readImage } from "./image.ts";
import { readLiveLocation, readLocation } from "./location.ts";
import { readOrder } from "./order.ts";
import { readPoll } from "./poll.ts";
import { readProduct } from "./product.ts";
import { readSticker } from "./sticker.ts";
import { CHOICE_READERS, readConversation, readExtendedText } from "./text.ts";
import type { Unwrapped } from "./unwrap.ts";
import { readVideo } from "./video.ts";

/** Every content that is shown, by the network's name of it. */
export const CONTENT_READERS: { [K in keyof proto.IMessage]?: ContentReader<K> } = {
  conversation: readConversation,
  extendedTextMessage: readExtendedText,
  ...CHOICE_READERS,
  imageMessage: readImage,
  videoMessage: readVideo,
  ptvMessage: readVideo,
  audioMessage: readAudio,
  documentMessage: readDocument,
  stickerMessage: readSticker,
  locationMessage: readLocation,
  liveLocationMessage: readLiveLocation,
  contactMessage: readContact,
  contactsArrayMessage: readContacts,
  pollCreationMessage: readPoll,
  pollCreationMessageV2: readPoll,
  pollCreationMessageV3: readPoll,
  pollCreationMessageV5: readPoll,
  orderMessage: readOrder,
  productMessage: readProduct,
};

/** Reads a content; null: it is of a kind that is not shown, or empty. */
export function readContent({ kind, content }: Unwrapped): ContentReading | null {
  const read = CONTENT_READERS[kind] as ((part: unknown) => ContentReading | null) | undefined; // paired by the table
  return read?.(content[kind]) ?? null;
}

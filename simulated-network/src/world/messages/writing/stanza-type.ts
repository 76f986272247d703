import type { proto } from "@whiskeysockets/baileys";
import { unwrap } from "../../content/unwrap.ts";

/** Returns the `type` attribute for a message's stanza. */
export function stanzaTypeOf(message: proto.IMessage): string {
  const content = unwrap(message);
  if (content.reactionMessage) return "reaction";
  if (content.pollCreationMessage || content.pollCreationMessageV3 || content.pollUpdateMessage) return "poll";
  return mediaTypeOf(message) === undefined ? "text" : "media";
}

/** Returns the `mediatype` attribute for an encrypted part, or undefined for text. */
export function mediaTypeOf(message: proto.IMessage): string | undefined {
  const content = unwrap(message);
  const known = MEDIA_TYPES.find(([, isIt]) => isIt(content));
  return known?.[0];
}

const MEDIA_TYPES: readonly (readonly [string, (content: proto.IMessage) => boolean])[] = [
  ["image", ({ imageMessage }) => Boolean(imageMessage)],
  ["gif", ({ videoMessage }) => Boolean(videoMessage?.gifPlayback)],
  ["video", ({ videoMessage, ptvMessage }) => Boolean(videoMessage ?? ptvMessage)],
  ["ptt", ({ audioMessage }) => Boolean(audioMessage?.ptt)],
  ["audio", ({ audioMessage }) => Boolean(audioMessage)],
  ["document", ({ documentMessage }) => Boolean(documentMessage)],
  ["sticker", ({ stickerMessage }) => Boolean(stickerMessage)],
  ["vcard", ({ contactMessage }) => Boolean(contactMessage)],
  ["contact_array", ({ contactsArrayMessage }) => Boolean(contactsArrayMessage)],
  ["location", ({ locationMessage }) => Boolean(locationMessage)],
  ["livelocation", ({ liveLocationMessage }) => Boolean(liveLocationMessage)],
  ["order", ({ orderMessage }) => Boolean(orderMessage)],
  ["product", ({ productMessage }) => Boolean(productMessage)],
];

import { normalizeMessageContent, type proto } from "@whiskeysockets/baileys";

/** Returns the message inside all of its wrappers: disappearing, view-once, document with caption, animated sticker. */
export function unwrap(message: proto.IMessage): proto.IMessage {
  const content = normalizeMessageContent(message) ?? {};
  return content.lottieStickerMessage?.message ?? content;
}

import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";

const SECRET_BYTES = 32;

/**
 * An encoded message with a file, with another caption: the file was uploaded once, for all who get it.
 * @throws when the message has no file that takes a caption.
 */
export function withCaption(bytes: Uint8Array, caption: string): Uint8Array {
  const message = proto.Message.decode(bytes);
  const { imageMessage, videoMessage, documentMessage, documentWithCaptionMessage } = message;
  const file = imageMessage ?? videoMessage ?? documentWithCaptionMessage?.message?.documentMessage ?? documentMessage;
  if (!file) throw new Error("This message has no file that takes a caption.");
  file.caption = caption;
  // Each message has a secret of its own, as the library creates it.
  if (message.messageContextInfo?.messageSecret) message.messageContextInfo.messageSecret = randomBytes(SECRET_BYTES);
  return proto.Message.encode(message).finish();
}

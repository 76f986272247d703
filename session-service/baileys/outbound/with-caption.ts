import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";

const SECRET_BYTES = 32;

/**
 * Returns an encoded file message with a different caption. The file is uploaded only once for all recipients.
 * @throws if the message has no file, or its file can't have a caption.
 */
export function withCaption(bytes: Uint8Array, caption: string): Uint8Array {
  const message = proto.Message.decode(bytes);
  const { imageMessage, videoMessage, documentMessage, documentWithCaptionMessage } = message;
  const file = imageMessage ?? videoMessage ?? documentWithCaptionMessage?.message?.documentMessage ?? documentMessage;
  if (!file) throw new Error("This message has no file that can have a caption.");
  file.caption = caption;
  // Each message needs its own secret, as if the library had created it.
  if (message.messageContextInfo?.messageSecret) message.messageContextInfo.messageSecret = randomBytes(SECRET_BYTES);
  return proto.Message.encode(message).finish();
}

import { getContentType, normalizeMessageContent, proto } from "@whiskeysockets/baileys";
import { withContext } from "./context.ts";

/**
 * Sets the message's disappearing-message timer to that of the chat, replacing any other, and returns the message.
 * @param sec 0 means no timer.
 */
export function withTimer(message: proto.IMessage, sec: number): proto.IMessage {
  const inner = normalizeMessageContent(message);
  if (inner?.conversation && sec > 0) {
    inner.extendedTextMessage = { text: inner.conversation };
    inner.conversation = null;
  }
  const kind = getContentType(inner);
  const part: unknown = kind && inner?.[kind];
  if (sec > 0) return withContext(message, { expiration: sec });
  const context: unknown = typeof part === "object" && part !== null ? Reflect.get(part, "contextInfo") : null;
  if (typeof context === "object" && context !== null) Reflect.deleteProperty(context, "expiration");
  return message;
}

/** Does the same as `withTimer` for a message that is already encoded. */
export const timed = (bytes: Uint8Array, sec: number): Uint8Array =>
  proto.Message.encode(withTimer(proto.Message.decode(bytes), sec)).finish();

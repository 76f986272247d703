import { normalizeMessageContent, proto, type WAMessageKey } from "@whiskeysockets/baileys";
import type { Clock, Ids } from "../../../core/ports.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { withTimer } from "./with-timer.ts";

/** Something done to an earlier message. Each act is sent as a message with its own id. */
export type MessageAct =
  | { kind: "edit"; text: string }
  | { kind: "delete" }
  /** An `emoji` of null removes the reaction. */
  | { kind: "react"; emoji: string | null };

const { Type } = proto.Message.ProtocolMessage;
const SECRET_BYTES = 32;

/**
 * Encodes an act on a message, or returns null if the message has no text to edit. @param timerSec the chat's timer for
 * disappearing messages, which is included in an edit.
 */
export function encodeAct(
  deps: { ids: Ids; clock: Clock },
  message: MessageRecord,
  key: WAMessageKey,
  act: MessageAct,
  timerSec = 0,
): Uint8Array | null {
  const content = contentOf(message, key, act, { timestampMs: deps.clock.now().getTime(), timerSec });
  if (!content) return null;
  // The library adds a secret to every message except reactions. The secret encrypts reports and sealed replies.
  const messageContextInfo = act.kind === "react" ? null : { messageSecret: deps.ids.random(SECRET_BYTES) };
  return proto.Message.encode({ ...content, messageContextInfo }).finish();
}

function contentOf(
  message: MessageRecord,
  key: WAMessageKey,
  act: MessageAct,
  { timestampMs, timerSec }: { timestampMs: number; timerSec: number },
): proto.IMessage | null {
  switch (act.kind) {
    case "edit": {
      const editedMessage = edited(message, act.text);
      const type = Type.MESSAGE_EDIT;
      return (
        editedMessage && {
          protocolMessage: { key, type, editedMessage: withTimer(editedMessage, timerSec), timestampMs },
        }
      );
    }
    case "delete":
      return { protocolMessage: { key, type: Type.REVOKE } };
    case "react":
      return { reactionMessage: { key, text: act.emoji ?? "", senderTimestampMs: timestampMs } };
  }
}

/**
 * Returns the message with its new text, or a file message with its new caption. There is no preview, because the new
 * text may no longer contain the link.
 */
function edited(message: MessageRecord, text: string): proto.IMessage | null {
  if (message.type === "text") return { extendedTextMessage: { text } };
  const stored = message.network_bytes && normalizeMessageContent(proto.Message.decode(message.network_bytes));
  const { imageMessage, videoMessage, documentMessage } = stored ?? {};
  if (imageMessage) return { imageMessage: { ...imageMessage, caption: text } };
  if (videoMessage) return { videoMessage: { ...videoMessage, caption: text } };
  return documentMessage ? { documentMessage: { ...documentMessage, caption: text } } : null;
}

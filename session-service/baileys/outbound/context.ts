import { getContentType, normalizeMessageContent, proto } from "@whiskeysockets/baileys";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { ChatAddress } from "../shared/network-ids.ts";
import type { Addressing } from "./addressing.ts";
import { messageKey } from "./message-key.ts";

/**
 * Returns a message's context (the message it replies to, the people it mentions, and how many times it was forwarded),
 * or null if it has none.
 */
export async function contextOf(
  addressing: Addressing,
  chat: ChatAddress,
  refersTo: { quoted: MessageRecord | null; mentions: string[]; forwardingScore: number | undefined },
): Promise<proto.IContextInfo | null> {
  if (chat.kind === "channel") return null; // channels have no such context
  const quote = refersTo.quoted && (await quoteOf(addressing, chat, refersTo.quoted));
  // In the text (`mentionsOfMembers`), the recipient's phone replaces the digits of each of these ids with a name.
  const mentionedJid = chat.kind === "group" ? refersTo.mentions : [];
  const { forwardingScore } = refersTo;
  if (!quote && mentionedJid.length === 0 && forwardingScore === undefined) return null;
  return {
    ...quote,
    ...(mentionedJid.length > 0 && { mentionedJid }),
    ...(forwardingScore !== undefined && { isForwarded: true, forwardingScore }),
  };
}

/** Adds the context to the message's only content part, and returns the message. */
export function withContext(message: proto.IMessage, context: proto.IContextInfo): proto.IMessage {
  const inner = normalizeMessageContent(message);
  const kind = getContentType(inner);
  const part: unknown = kind && inner?.[kind];
  if (typeof part !== "object" || part === null) throw new Error("This kind of message can't refer to another.");
  Object.assign(part, { contextInfo: { ...Reflect.get(part, "contextInfo"), ...context } });
  return message;
}

async function quoteOf(
  addressing: Addressing,
  chat: ChatAddress,
  quoted: MessageRecord,
): Promise<proto.IContextInfo | null> {
  const key = await messageKey(addressing, chat, quoted);
  if (!key) return null;
  const participant = key.fromMe ? await addressing.own(chat.id) : (key.participant ?? chat.id);
  return { stanzaId: key.id, participant, quotedMessage: quotedPart(quoted) };
}

/** Returns the quoted message's only content part, without its own context. */
function quotedPart(quoted: MessageRecord): proto.IMessage {
  const stored = quoted.network_bytes ? proto.Message.decode(quoted.network_bytes) : null;
  const inner = normalizeMessageContent(stored);
  const kind = getContentType(inner);
  const part: unknown = kind && inner?.[kind];
  if (!kind || !part) return { conversation: quoted.body ?? "" };
  if (typeof part === "object") Reflect.deleteProperty(part, "contextInfo");
  return { [kind]: part };
}

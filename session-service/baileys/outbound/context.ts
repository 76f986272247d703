import { getContentType, normalizeMessageContent, proto } from "@whiskeysockets/baileys";
import type { MessageRecord } from "../../../core/records/message.ts";
import { makePhoneChat, parseParty } from "../ids.ts";
import type { Addressing } from "./addressing.ts";
import { messageKey } from "./message-key.ts";

/** What a message refers to: the one it answers, the people it names, that it was passed on; null: nothing. */
export async function contextOf(
  addressing: Addressing,
  chat: string,
  refersTo: { quoted: MessageRecord | null; mentions: string[]; forwardingScore: number | undefined },
): Promise<proto.IContextInfo | null> {
  const { kind } = parseParty(chat);
  if (kind === "channel") return null; // channels know none of it
  const quote = refersTo.quoted && (await quoteOf(addressing, chat, refersTo.quoted));
  // The phone stands in the text too, and phones make a name of the one that fits the other.
  const mentionedJid = kind === "group" ? refersTo.mentions.map(makePhoneChat) : [];
  const { forwardingScore } = refersTo;
  if (!quote && mentionedJid.length === 0 && forwardingScore === undefined) return null;
  return {
    ...quote,
    ...(mentionedJid.length > 0 && { mentionedJid }),
    ...(forwardingScore !== undefined && { isForwarded: true, forwardingScore }),
  };
}

/** The same message with what it refers to, in the one part that every kind has. */
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
  chat: string,
  quoted: MessageRecord,
): Promise<proto.IContextInfo | null> {
  const key = await messageKey(addressing, chat, quoted);
  if (!key) return null;
  const participant = key.fromMe ? await addressing.own(chat) : (key.participant ?? chat);
  return { stanzaId: key.id, participant, quotedMessage: quotedPart(quoted) };
}

/** The quoted message itself: its one part, without what that one referred to. */
function quotedPart(quoted: MessageRecord): proto.IMessage {
  const stored = quoted.network_bytes ? proto.Message.decode(quoted.network_bytes) : null;
  const inner = normalizeMessageContent(stored);
  const kind = getContentType(inner);
  const part: unknown = kind && inner?.[kind];
  if (!kind || !part) return { conversation: quoted.body ?? "" };
  if (typeof part === "object") Reflect.deleteProperty(part, "contextInfo");
  return { [kind]: part };
}

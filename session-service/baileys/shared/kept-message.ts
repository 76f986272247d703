import { proto, toNumber, type WAMessage } from "@whiskeysockets/baileys";

/** The parts of a quarantined message that are stored. They are enough to rebuild it. */
export interface KeptMessage {
  key: WAMessage["key"];
  messageTimestamp: number;
  pushName?: string | null;
  verifiedBizName?: string | null;
  /** The encoded content, or null if the message has none. */
  content: Uint8Array | null;
}

/** Returns the parts of a message that are stored. @throws if its content can't be encoded. */
export function keptMessage({ key, messageTimestamp, pushName, verifiedBizName, message }: WAMessage): KeptMessage {
  return {
    key: { ...key },
    messageTimestamp: toNumber(messageTimestamp),
    pushName: pushName ?? null,
    verifiedBizName: verifiedBizName ?? null,
    content: message ? proto.Message.encode(proto.Message.fromObject(message)).finish() : null,
  };
}

/** Rebuilds the message from its stored parts. @throws if its content can't be decoded. */
export function messageKept({ content, ...about }: KeptMessage): WAMessage {
  return { ...about, ...(content && { message: proto.Message.decode(content) }) };
}

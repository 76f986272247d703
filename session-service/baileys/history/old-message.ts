import { cleanMessage, proto, type WAMessage } from "@whiskeysockets/baileys";
import type { MessageStatus } from "../../../core/contracts/message.ts";
import type { AuthStore } from "../keys/auth-store.ts";
import { nameTargets } from "../shared/name-targets.ts";

const { READ, PLAYED, DELIVERY_ACK } = proto.WebMessageInfo.Status;

/**
 * Converts a message from a history to the library's form of a received message. Returns null if the message doesn't
 * specify a chat. @throws if the message can't be converted.
 */
export function oldMessage(info: proto.IWebMessageInfo, { creds: { me } }: AuthStore): WAMessage | null {
  const { key, participant } = info;
  if (!key?.remoteJid || !key.id) return null;
  const writer = key.participant ?? participant;
  const message: WAMessage = { ...info, key: { ...key, ...(writer ? { participant: writer } : {}) } };
  nameTargets(message);
  cleanMessage(message, me?.id ?? "", me?.lid ?? "");
  return message;
}

/** Returns the status of a message in a history: "received", or the last status reached by one of our own messages. */
export function oldStatus({ key, status }: Pick<proto.IWebMessageInfo, "key" | "status">): MessageStatus {
  if (!key?.fromMe) return "received";
  if (status === READ || status === PLAYED) return "read";
  return status === DELIVERY_ACK ? "delivered" : "sent";
}

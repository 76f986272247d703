import type { WAMessageKey } from "@whiskeysockets/baileys";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { ChatAddress } from "../shared/network-ids.ts";
import type { Addressing } from "./addressing.ts";

/** The fields of a stored message that make up its network key. */
export type NamedMessage = Pick<MessageRecord, "network_id" | "direction" | "participant">;

/**
 * Returns a stored message's network key, or null if the message has no network id (yet).
 * @param chat the chat's current address.
 */
export async function messageKey(
  addressing: Addressing,
  chat: ChatAddress,
  message: NamedMessage,
): Promise<(WAMessageKey & { id: string }) | null> {
  if (message.network_id === null) return null;
  const fromMe = message.direction === "out";
  const key = { remoteJid: chat.id, id: message.network_id, fromMe };
  if (fromMe || chat.kind !== "group" || message.participant === null) return key;
  return { ...key, participant: await addressing.person(chat.id, message.participant) };
}

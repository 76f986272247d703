import { createHash } from "node:crypto";
import type { WAMessageKey } from "@whiskeysockets/baileys";
import { withoutDevice } from "./network-ids.ts";

/** Returns the journal id of a message as the library delivers it. */
export function journalId(key: WAMessageKey): string {
  return idOf(key.remoteJid ?? "", key.participant ?? "", key.id ?? "");
}

/**
 * Returns a stanza's journal id, built from its chat, sender and id. The chat and sender don't include devices and have
 * the form that the library will use for them.
 */
export function stanzaId(attrs: Record<string, string>): string {
  return idOf(attrs.recipient ?? attrs.from ?? "", attrs.participant ?? "", attrs.id ?? "");
}

const idOf = (chat: string, participant: string, id: string) =>
  createHash("sha256")
    .update(`${withoutDevice(chat)}|${participant && withoutDevice(participant)}|${id}`)
    .digest("hex")
    .slice(0, 32);

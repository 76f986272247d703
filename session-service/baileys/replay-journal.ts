import { cleanMessage, decodeMessageNode, proto, unpadRandomMax16, type WAMessage } from "@whiskeysockets/baileys";
import type { Reception } from "./inbound/reception.ts";
import { storeMessage } from "./inbound/store-message.ts";
import type { JournalEntry } from "./journal.ts";
import { decodeKey } from "./key-codec.ts";

/**
 * Stores what was received and not stored, oldest first: after a crash, and after a connection that closed between the
 * receipt and the library's event. What is stored already only loses its row, and what is being fetched beside the inbox
 * is left to that. @throws FenceLost
 */
export async function storeJournalled(reception: Reception): Promise<void> {
  const { store } = reception;
  const { me } = store.creds;
  if (!me || store.isClosed()) return;
  const rows = [...(await store.journalled())].map(([id, text]) => {
    const entry = text === null ? null : (decodeKey("journal", text) as JournalEntry); // written by Journal only
    return { id, entry };
  });
  for (const { id, entry } of rows.toSorted((a, b) => (a.entry?.order ?? 0) - (b.entry?.order ?? 0))) {
    const message = entry && entry.plaintexts.length > 0 ? rebuilt(entry, me.id, me.lid ?? "") : null;
    if (message) await storeMessage(reception, message);
    else if (!store.isClosed()) {
      reception.deps.log.warn({ instance_id: reception.owner.instance_id }, "a journalled message can't be read");
      await store.dropJournal(id);
    }
  }
}

/** null: its writer put something in it that is no message, or one that the library can't take. */
function rebuilt(entry: JournalEntry, ownId: string, ownPrivateId: string): WAMessage | null {
  try {
    return rebuild(entry, ownId, ownPrivateId);
  } catch {
    return null;
  }
}

/** The steps the library takes after decryption. */
function rebuild(entry: JournalEntry, ownId: string, ownPrivateId: string): WAMessage {
  const { fullMessage } = decodeMessageNode({ tag: "message", attrs: entry.attrs }, ownId, ownPrivateId);
  for (const plaintext of entry.plaintexts) {
    const decoded = proto.Message.decode(unpadRandomMax16(plaintext));
    const content = decoded.deviceSentMessage?.message ?? decoded;
    fullMessage.message = Object.assign(fullMessage.message ?? {}, content);
  }
  cleanMessage(fullMessage, ownId, ownPrivateId);
  return fullMessage;
}

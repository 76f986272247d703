import { cleanMessage, decodeMessageNode, proto, unpadRandomMax16, type WAMessage } from "@whiskeysockets/baileys";
import type { AuthStore } from "./auth-store.ts";
import type { JournalEntry } from "./journal.ts";
import { decodeKey } from "./key-codec.ts";

/** What a crash left between "received" and "stored": the messages again, oldest first, each with its journal id. */
export async function replayJournal(store: AuthStore): Promise<{ id: string; message: WAMessage }[]> {
  const { me } = store.creds;
  if (!me) return [];
  const entries = [...(await store.journalled())].map(([id, text]) => ({
    id,
    entry: decodeKey("journal", text) as JournalEntry, // written by Journal only
  }));
  entries.sort((a, b) => a.entry.order - b.entry.order);
  return entries.map(({ id, entry }) => ({ id, message: rebuild(entry, me.id, me.lid ?? "") }));
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

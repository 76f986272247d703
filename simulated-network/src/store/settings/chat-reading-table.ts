import { type Statements, text } from "../database/statements.ts";
import { LAST_SEQ } from "./last-seq.ts";

/** The table of how far each phone's owner has read their chats. */
export function chatReadingTable(statements: Statements) {
  return {
    /** Marks everything in the chat as read. */
    readAll(phone: string, chatId: string): void {
      statements.run(
        `INSERT INTO phone_chats (phone, chat_id, read_to) VALUES (?, ?, ${LAST_SEQ})
         ON CONFLICT (phone, chat_id) DO UPDATE SET marked_unread = 0, read_to = excluded.read_to`,
        phone,
        chatId,
        phone,
        chatId,
      );
    },

    /** Marks the chat as read up to this message. Does nothing if the phone doesn't have the message. */
    readTo(phone: string, messageId: string): void {
      statements.run(
        `INSERT INTO phone_chats (phone, chat_id, read_to)
           SELECT phone, chat_id, seq FROM inbox WHERE phone = ? AND id = ?
         ON CONFLICT (phone, chat_id) DO UPDATE SET marked_unread = 0, read_to = max(read_to, excluded.read_to)`,
        phone,
        messageId,
      );
    },

    /** Whether the chat was deleted and nothing has been sent in it since. */
    isGone: (phone: string, chatId: string): boolean =>
      statements.get(
        `SELECT 1 FROM phone_chats WHERE phone = ? AND chat_id = ? AND deleted_to >= ${LAST_SEQ}`,
        phone,
        chatId,
        phone,
        chatId,
      ) !== null,

    /** Returns the ids of other people's messages since the last one that was read or answered, oldest first. */
    unread: (phone: string, chatId: string): string[] =>
      statements
        .all(
          `SELECT id FROM inbox WHERE phone = ?1 AND chat_id = ?2 AND author <> ?1 AND deleted = 0 AND seq > max(
             coalesce((SELECT read_to FROM phone_chats WHERE phone = ?1 AND chat_id = ?2), 0),
             coalesce((SELECT max(seq) FROM inbox WHERE phone = ?1 AND chat_id = ?2 AND author = ?1), 0))
           ORDER BY seq`,
          phone,
          chatId,
        )
        .map((row) => text(row, "id")),
  };
}

import { bytes, number, type Statements, text } from "./database/statements.ts";

/** A message as a phone sent it. `content` is an encoded protobuf. */
export interface SentMessage {
  readonly id: string;
  readonly chatId: string;
  readonly content: Buffer;
  readonly at: Date;
}

/** The table of messages as phones sent them, kept because a device can request another copy. */
export function sentMessagesTable(statements: Statements) {
  return {
    add(phone: string, sent: SentMessage): void {
      statements.run(
        "INSERT INTO written_messages VALUES (?, ?, ?, ?, ?)",
        phone,
        sent.id,
        sent.chatId,
        sent.content,
        sent.at.getTime(),
      );
    },

    find(phone: string, id: string): SentMessage | null {
      const row = statements.get("SELECT * FROM written_messages WHERE phone = ? AND id = ?", phone, id);
      if (!row) return null;
      const at = new Date(number(row, "at"));
      return { id, chatId: text(row, "chat_id"), content: bytes(row, "content"), at };
    },
  };
}

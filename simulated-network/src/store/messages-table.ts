import type { AddressForm, DeviceAddress } from "../format/addresses.ts";
import { bytes, flag, number, type Row, type Statements, text } from "./database/statements.ts";

/** The status of a message that the phone's owner sent. */
export type ReceiptStatus = "sent" | "delivered" | "read";

/** A message as it is stored on one phone. */
export interface InboxMessage {
  readonly phone: string;
  readonly id: string;
  readonly chatId: string;
  /** The device that sent the message. */
  readonly author: DeviceAddress;
  /** The form of address used when the message arrived. Its receipts use the same form. */
  readonly addressedAs: AddressForm;
  /** The message's content as an encoded protobuf. */
  readonly content: Buffer;
  readonly at: Date;
  readonly edited: boolean;
  readonly deleted: boolean;
  readonly status: ReceiptStatus | null;
}

/** The table of the messages that each phone shows. */
export function messagesTable(statements: Statements) {
  return {
    /** Adds a message. @returns false if the phone already has a message with this ID, which is then left unchanged. */
    add(message: Omit<InboxMessage, "edited" | "deleted">): boolean {
      const changes = statements.run(
        `INSERT INTO inbox (phone, id, seq, chat_id, author, author_device, addressed_as, content, at, status)
         VALUES (?, ?, (SELECT coalesce(max(seq), 0) + 1 FROM inbox WHERE phone = ?), ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
        message.phone,
        message.id,
        message.phone,
        message.chatId,
        message.author.phone,
        message.author.device,
        message.addressedAs,
        message.content,
        message.at.getTime(),
        message.status,
      );
      return changes === 1;
    },

    find(phone: string, id: string): InboxMessage | null {
      const row = statements.get("SELECT * FROM inbox WHERE phone = ? AND id = ?", phone, id);
      return row && inboxMessage(row);
    },

    /** Returns messages in order of arrival. A null `chatId` selects all chats. */
    list: (phone: string, chatId: string | null): InboxMessage[] =>
      statements
        .all("SELECT * FROM inbox WHERE phone = ? AND (? IS NULL OR chat_id = ?) ORDER BY seq", phone, chatId, chatId)
        .map(inboxMessage),

    /** Whether this phone has stored any message in this chat. */
    hasChat: (phone: string, chatId: string): boolean =>
      statements.get("SELECT 1 FROM inbox WHERE phone = ? AND chat_id = ? LIMIT 1", phone, chatId) !== null,

    /** Returns all chats that have messages on this phone. */
    chatsOf: (phone: string): string[] =>
      statements.all("SELECT DISTINCT chat_id FROM inbox WHERE phone = ?", phone).map((row) => text(row, "chat_id")),

    replaceContent(phone: string, id: string, content: Buffer): void {
      statements.run("UPDATE inbox SET content = ?, edited = 1 WHERE phone = ? AND id = ?", content, phone, id);
    },

    /** Removes this message from the phone until it arrives again. */
    forget(phone: string, id: string): void {
      statements.run("DELETE FROM inbox WHERE phone = ? AND id = ?", phone, id);
    },

    markDeleted(phone: string, id: string): void {
      statements.run("UPDATE inbox SET deleted = 1 WHERE phone = ? AND id = ?", phone, id);
    },

    /**
     * Advances a message's status. The status never moves back: a late "delivered" doesn't change a message that has
     * been read.
     */
    advanceStatus(phone: string, id: string, status: ReceiptStatus): void {
      const earlier = status === "read" ? "'sent', 'delivered'" : "'sent'";
      statements.run(
        `UPDATE inbox SET status = ? WHERE phone = ? AND id = ? AND status IN (${earlier})`,
        status,
        phone,
        id,
      );
    },
  };
}

function inboxMessage(row: Row): InboxMessage {
  const status = row.status;
  return {
    phone: text(row, "phone"),
    id: text(row, "id"),
    chatId: text(row, "chat_id"),
    author: { phone: text(row, "author"), device: number(row, "author_device") },
    addressedAs: text(row, "addressed_as") === "lid" ? "lid" : "pn",
    content: bytes(row, "content"),
    at: new Date(number(row, "at")),
    edited: flag(row, "edited"),
    deleted: flag(row, "deleted"),
    status: status === "sent" || status === "delivered" || status === "read" ? status : null,
  };
}

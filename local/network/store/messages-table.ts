import type { AddressForm, DeviceAddress } from "../format/addresses.ts";
import { bytes, flag, number, type Row, type Statements, text } from "./statements.ts";

/** How far a message of the phone's own got; null for messages of others. */
export type ReceiptStatus = "sent" | "delivered" | "read";

/** A message as one phone keeps it. */
export interface InboxMessage {
  readonly phone: string;
  readonly id: string;
  readonly chatId: string;
  /** The device that wrote it. */
  readonly author: DeviceAddress;
  /** Receipts go back in the form the message came in. */
  readonly addressedAs: AddressForm;
  /** The message as an encoded protobuf. */
  readonly content: Buffer;
  readonly at: Date;
  readonly edited: boolean;
  readonly deleted: boolean;
  readonly status: ReceiptStatus | null;
}

/** A message as a phone sent it; `content` is an encoded protobuf. */
export interface SentMessage {
  readonly id: string;
  readonly chatId: string;
  readonly content: Buffer;
  readonly at: Date;
}

/** What phones show, which message ids went where, and how often a copy was asked for again. */
export function messagesTable(statements: Statements) {
  return {
    /** @returns false when this phone already has a message with this id; it is kept as it was. */
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

    /** In the order the phone got them; all chats when `chatId` is null. */
    list: (phone: string, chatId: string | null): InboxMessage[] =>
      statements
        .all("SELECT * FROM inbox WHERE phone = ? AND (? IS NULL OR chat_id = ?) ORDER BY seq", phone, chatId, chatId)
        .map(inboxMessage),

    /** Whether anything was ever written in this chat, as far as this phone knows. */
    hasChat: (phone: string, chatId: string): boolean =>
      statements.get("SELECT 1 FROM inbox WHERE phone = ? AND chat_id = ? LIMIT 1", phone, chatId) !== null,

    /** Every chat in which this phone shows anything. */
    chatsOf: (phone: string): string[] =>
      statements.all("SELECT DISTINCT chat_id FROM inbox WHERE phone = ?", phone).map((row) => text(row, "chat_id")),

    replaceContent(phone: string, id: string, content: Buffer): void {
      statements.run("UPDATE inbox SET content = ?, edited = 1 WHERE phone = ? AND id = ?", content, phone, id);
    },

    markDeleted(phone: string, id: string): void {
      statements.run("UPDATE inbox SET deleted = 1 WHERE phone = ? AND id = ?", phone, id);
    },

    /** Moves forward only: a late "delivered" changes nothing on a message that was read. */
    advanceStatus(phone: string, id: string, status: ReceiptStatus): void {
      const earlier = status === "read" ? "'sent', 'delivered'" : "'sent'";
      statements.run(
        `UPDATE inbox SET status = ? WHERE phone = ? AND id = ? AND status IN (${earlier})`,
        status,
        phone,
        id,
      );
    },

    /** An empty emoji takes the reaction back. */
    react(phone: string, messageId: string, author: string, emoji: string): void {
      statements.run(
        "DELETE FROM reactions WHERE phone = ? AND message_id = ? AND author = ?",
        phone,
        messageId,
        author,
      );
      if (emoji) statements.run("INSERT INTO reactions VALUES (?, ?, ?, ?)", phone, messageId, author, emoji);
    },

    reactionsTo: (phone: string, messageId: string): { from: string; emoji: string }[] =>
      statements
        .all("SELECT author, emoji FROM reactions WHERE phone = ? AND message_id = ? ORDER BY rowid", phone, messageId)
        .map((row) => ({ from: text(row, "author"), emoji: text(row, "emoji") })),

    /** Replaces what this voter chose before; nothing chosen = withdrawn. */
    vote(phone: string, messageId: string, voter: string, options: readonly string[]): void {
      statements.run(
        "DELETE FROM poll_votes WHERE phone = ? AND message_id = ? AND voter = ?",
        phone,
        messageId,
        voter,
      );
      if (options.length === 0) return;
      statements.run("INSERT INTO poll_votes VALUES (?, ?, ?, ?)", phone, messageId, voter, JSON.stringify(options));
    },

    votesOn: (phone: string, messageId: string): { from: string; options: string[] }[] =>
      statements
        .all(
          "SELECT voter, options FROM poll_votes WHERE phone = ? AND message_id = ? ORDER BY rowid",
          phone,
          messageId,
        )
        .map((row) => ({ from: text(row, "voter"), options: JSON.parse(text(row, "options")) })),

    /** Keeps what a phone sent as it was sent: a device may ask for it again. */
    keepSent(phone: string, sent: SentMessage): void {
      statements.run(
        "INSERT INTO written_messages VALUES (?, ?, ?, ?, ?)",
        phone,
        sent.id,
        sent.chatId,
        sent.content,
        sent.at.getTime(),
      );
    },

    sent(phone: string, id: string): SentMessage | null {
      const row = statements.get("SELECT * FROM written_messages WHERE phone = ? AND id = ?", phone, id);
      if (!row) return null;
      const at = new Date(number(row, "at"));
      return { id, chatId: text(row, "chat_id"), content: bytes(row, "content"), at };
    },

    /** Whether this copy already reached this device: the sender repeats an id when our acknowledgement got lost. */
    wasPassed(sender: DeviceAddress, id: string, to: DeviceAddress): boolean {
      const row = statements.get(
        `SELECT 1 FROM passed_messages
         WHERE sender = ? AND sender_device = ? AND id = ? AND phone = ? AND device = ?`,
        sender.phone,
        sender.device,
        id,
        to.phone,
        to.device,
      );
      return row !== null;
    },

    markPassed(sender: DeviceAddress, id: string, to: DeviceAddress): void {
      statements.run(
        "INSERT OR IGNORE INTO passed_messages VALUES (?, ?, ?, ?, ?)",
        sender.phone,
        sender.device,
        id,
        to.phone,
        to.device,
      );
    },

    /** The device could not read its copy: the next one with the same id may pass. */
    unmarkPassed(sender: DeviceAddress, id: string, to: DeviceAddress): void {
      statements.run(
        "DELETE FROM passed_messages WHERE sender = ? AND sender_device = ? AND id = ? AND phone = ? AND device = ?",
        sender.phone,
        sender.device,
        id,
        to.phone,
        to.device,
      );
    },

    /** Counts one more request for a fresh copy. @returns how many there were, this one included. */
    countRetry(phone: string, id: string, peer: DeviceAddress): number {
      const row = statements.get(
        `INSERT INTO retry_requests VALUES (?, ?, ?, ?, 1)
         ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count`,
        phone,
        id,
        peer.phone,
        peer.device,
      );
      return row ? number(row, "count") : 1;
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

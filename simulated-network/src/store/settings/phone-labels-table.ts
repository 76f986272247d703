import { number, type Statements, text } from "../database/statements.ts";

/** A label on a business phone. */
export interface PhoneLabel {
  readonly id: string;
  readonly name: string;
  /** The label's color, 0–19. */
  readonly color: number;
}

/** The tables of each business phone's labels, and of the chats that have them. */
export function phoneLabelsTable(statements: Statements) {
  return {
    of: (phone: string): PhoneLabel[] =>
      statements
        .all("SELECT id, name, color FROM phone_labels WHERE phone = ? ORDER BY length(id), id", phone)
        .map((row) => ({ id: text(row, "id"), name: text(row, "name"), color: number(row, "color") })),

    set(phone: string, { id, name, color }: PhoneLabel): void {
      statements.run("INSERT OR REPLACE INTO phone_labels VALUES (?, ?, ?, ?)", phone, id, name, color);
    },

    /** Deletes a label and removes it from all chats. */
    remove(phone: string, id: string): void {
      statements.run("DELETE FROM phone_labels WHERE phone = ? AND id = ?", phone, id);
      statements.run("DELETE FROM phone_labeled_chats WHERE phone = ? AND label_id = ?", phone, id);
    },

    /** Returns the IDs of a chat's labels. A label that doesn't exist yet is included once it is created. */
    ofChat: (phone: string, chatId: string): string[] =>
      statements
        .all(
          `SELECT label_id FROM phone_labeled_chats c JOIN phone_labels l ON l.phone = c.phone AND l.id = c.label_id
           WHERE c.phone = ? AND chat_id = ? ORDER BY length(label_id), label_id`,
          phone,
          chatId,
        )
        .map((row) => text(row, "label_id")),

    chatsOf: (phone: string, id: string): string[] =>
      statements
        .all("SELECT chat_id FROM phone_labeled_chats WHERE phone = ? AND label_id = ? ORDER BY chat_id", phone, id)
        .map((row) => text(row, "chat_id")),

    add(phone: string, id: string, chatId: string): void {
      statements.run("INSERT OR IGNORE INTO phone_labeled_chats VALUES (?, ?, ?)", phone, id, chatId);
    },

    takeOff(phone: string, id: string, chatId: string): void {
      statements.run(
        "DELETE FROM phone_labeled_chats WHERE phone = ? AND label_id = ? AND chat_id = ?",
        phone,
        id,
        chatId,
      );
    },
  };
}

import { type Statements, text } from "./database/statements.ts";

/** The table of the reactions that each phone shows. A person has at most one reaction per message. */
export function reactionsTable(statements: Statements) {
  return {
    /** Sets a person's reaction. An empty emoji removes it. */
    put(phone: string, messageId: string, author: string, emoji: string): void {
      statements.run(
        "DELETE FROM reactions WHERE phone = ? AND message_id = ? AND author = ?",
        phone,
        messageId,
        author,
      );
      if (emoji) statements.run("INSERT INTO reactions VALUES (?, ?, ?, ?)", phone, messageId, author, emoji);
    },

    of: (phone: string, messageId: string): { from: string; emoji: string }[] =>
      statements
        .all("SELECT author, emoji FROM reactions WHERE phone = ? AND message_id = ? ORDER BY rowid", phone, messageId)
        .map((row) => ({ from: text(row, "author"), emoji: text(row, "emoji") })),
  };
}

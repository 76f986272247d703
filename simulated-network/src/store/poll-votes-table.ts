import { type Statements, text } from "./database/statements.ts";

/** The table of votes that each phone shows below its polls. */
export function pollVotesTable(statements: Statements) {
  return {
    /** Stores a vote, replacing the voter's previous vote. A vote without options withdraws it. */
    put(phone: string, messageId: string, voter: string, options: readonly string[]): void {
      statements.run(
        "DELETE FROM poll_votes WHERE phone = ? AND message_id = ? AND voter = ?",
        phone,
        messageId,
        voter,
      );
      if (options.length === 0) return;
      statements.run("INSERT INTO poll_votes VALUES (?, ?, ?, ?)", phone, messageId, voter, JSON.stringify(options));
    },

    of: (phone: string, messageId: string): { from: string; options: string[] }[] =>
      statements
        .all(
          "SELECT voter, options FROM poll_votes WHERE phone = ? AND message_id = ? ORDER BY rowid",
          phone,
          messageId,
        )
        .map((row) => ({ from: text(row, "voter"), options: JSON.parse(text(row, "options")) })),
  };
}

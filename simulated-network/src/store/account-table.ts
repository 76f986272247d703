import { type Statements, text } from "./database/statements.ts";

/** The table of each account's block list and privacy settings. */
export function accountTable(statements: Statements) {
  return {
    blockedBy: (phone: string): string[] =>
      statements
        .all("SELECT blocked_phone FROM blocked WHERE phone = ? ORDER BY blocked_phone", phone)
        .map((row) => text(row, "blocked_phone")),

    block(phone: string, blocked: string): void {
      statements.run("INSERT OR IGNORE INTO blocked VALUES (?, ?)", phone, blocked);
    },

    unblock(phone: string, blocked: string): void {
      statements.run("DELETE FROM blocked WHERE phone = ? AND blocked_phone = ?", phone, blocked);
    },

    /** Returns only the settings that were changed. All others have their default values. */
    privacy: (phone: string): Map<string, string> =>
      new Map(
        statements
          .all("SELECT name, value FROM privacy_settings WHERE phone = ?", phone)
          .map((row) => [text(row, "name"), text(row, "value")]),
      ),

    setPrivacy(phone: string, name: string, value: string): void {
      statements.run("INSERT OR REPLACE INTO privacy_settings VALUES (?, ?, ?)", phone, name, value);
    },
  };
}

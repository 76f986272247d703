import { type Statements, text } from "../database/statements.ts";

/** The table of people besides the owner who can post in a channel. */
export function channelAdminsTable(statements: Statements) {
  return {
    of: (channelId: string): string[] =>
      statements
        .all("SELECT phone FROM channel_admins WHERE channel_id = ? ORDER BY phone", channelId)
        .map((row) => text(row, "phone")),

    add(channelId: string, phone: string): void {
      statements.run("INSERT OR IGNORE INTO channel_admins VALUES (?, ?)", channelId, phone);
    },

    remove(channelId: string, phone: string): void {
      statements.run("DELETE FROM channel_admins WHERE channel_id = ? AND phone = ?", channelId, phone);
    },
  };
}

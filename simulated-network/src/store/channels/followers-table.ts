import { flag, type Statements, text } from "../database/statements.ts";

/** The table of channel followers, and whether each has muted the channel. */
export function followersTable(statements: Statements) {
  return {
    of: (id: string): string[] =>
      statements
        .all("SELECT phone FROM channel_followers WHERE channel_id = ? ORDER BY rowid", id)
        .map((row) => text(row, "phone")),

    follow(id: string, phone: string): void {
      statements.run("INSERT OR IGNORE INTO channel_followers VALUES (?, ?, 0)", id, phone);
    },

    unfollow(id: string, phone: string): void {
      statements.run("DELETE FROM channel_followers WHERE channel_id = ? AND phone = ?", id, phone);
    },

    mute(id: string, phone: string, muted: boolean): void {
      statements.run(
        "UPDATE channel_followers SET muted = ? WHERE channel_id = ? AND phone = ?",
        Number(muted),
        id,
        phone,
      );
    },

    isMuted(id: string, phone: string): boolean {
      const row = statements.get("SELECT muted FROM channel_followers WHERE channel_id = ? AND phone = ?", id, phone);
      return row !== null && flag(row, "muted");
    },
  };
}

import { number, type Statements, text } from "../database/statements.ts";

/**
 * The table of reactions to channel posts. Each person has at most one reaction per post, and only the counts are
 * visible.
 */
export function channelReactionsTable(statements: Statements) {
  return {
    /** Sets a person's reaction. An empty emoji removes it. */
    put(channelId: string, serverId: number, phone: string, emoji: string): void {
      const post = "channel_id = ? AND server_id = ? AND phone = ?";
      statements.run(`DELETE FROM channel_reactions WHERE ${post}`, channelId, serverId, phone);
      if (emoji) statements.run("INSERT INTO channel_reactions VALUES (?, ?, ?, ?)", channelId, serverId, phone, emoji);
    },

    /** Returns a post's reaction counts, highest first. */
    counts: (channelId: string, serverId: number): { emoji: string; count: number }[] =>
      statements
        .all(
          `SELECT emoji, count(*) AS count FROM channel_reactions WHERE channel_id = ? AND server_id = ?
           GROUP BY emoji ORDER BY count DESC, min(rowid)`,
          channelId,
          serverId,
        )
        .map((row) => ({ emoji: text(row, "emoji"), count: number(row, "count") })),
  };
}

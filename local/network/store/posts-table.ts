import { bytes, number, type Statements, text } from "./database/statements.ts";

/** Something written in a channel; `content` is an encoded protobuf, open to the network. */
export interface ChannelPost {
  /** Counts up in the channel; reactions name it. */
  readonly serverId: number;
  readonly id: string;
  readonly content: Buffer;
  readonly at: Date;
}

/** The posts of channels. */
export function postsTable(statements: Statements) {
  return {
    /** @returns the post's number in its channel; the same again when the id was posted before. */
    add(channelId: string, id: string, content: Buffer, at: Date): { serverId: number; isNew: boolean } {
      const known = statements.get(
        "SELECT server_id FROM channel_posts WHERE channel_id = ? AND id = ?",
        channelId,
        id,
      );
      if (known) return { serverId: number(known, "server_id"), isNew: false };
      const row = statements.get(
        `INSERT INTO channel_posts VALUES (?, (SELECT coalesce(max(server_id), 99) + 1 FROM channel_posts
           WHERE channel_id = ?), ?, ?, ?) RETURNING server_id`,
        channelId,
        channelId,
        id,
        content,
        at.getTime(),
      );
      if (!row) throw new Error("A post was not stored.");
      return { serverId: number(row, "server_id"), isNew: true };
    },

    /** Newest first. */
    list: (channelId: string, count: number): ChannelPost[] =>
      statements
        .all("SELECT * FROM channel_posts WHERE channel_id = ? ORDER BY server_id DESC LIMIT ?", channelId, count)
        .map((row) => ({
          serverId: number(row, "server_id"),
          id: text(row, "id"),
          content: bytes(row, "content"),
          at: new Date(number(row, "at")),
        })),
  };
}

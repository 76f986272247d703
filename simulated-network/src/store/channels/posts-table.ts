import { bytes, number, type Row, type Statements, text } from "../database/statements.ts";

/** A post, as its author sends it. */
export interface NewChannelPost {
  readonly id: string;
  /** The post's type, which the device specifies outside the content: `text`, `media`, `poll`. */
  readonly type: string;
  /** The kind of file, as specified by the device. Null for a post without a file. */
  readonly mediatype: string | null;
  /** The encoded protobuf, which the network can read. */
  readonly content: Buffer;
  readonly at: Date;
  /** Whether the post is visible. If false, the network accepted the post, but nobody ever sees it. */
  readonly isShown: boolean;
}

/** A post that has been added to a channel. */
export interface ChannelPost extends NewChannelPost {
  /** The post's number. Numbers count up within the channel, and reactions refer to posts by number. */
  readonly serverId: number;
  readonly author: string;
  readonly editedAt: Date | null;
  readonly isDeleted: boolean;
  readonly views: number;
}

const SELECT = `SELECT p.*, f.type, f.mediatype, f.author, f.is_shown, f.edited_at, f.is_deleted, f.views
  FROM channel_posts p LEFT JOIN channel_post_facts f ON f.channel_id = p.channel_id AND f.server_id = p.server_id`;

/** The table of posts in channels. */
export function postsTable(statements: Statements) {
  const find = (channelId: string, id: string): ChannelPost | null =>
    channelPost(statements.get(`${SELECT} WHERE p.channel_id = ? AND p.id = ?`, channelId, id));
  return {
    find,

    byServerId: (channelId: string, serverId: number): ChannelPost | null =>
      channelPost(statements.get(`${SELECT} WHERE p.channel_id = ? AND p.server_id = ?`, channelId, serverId)),

    /**
     * Adds a post. @returns the post's number in its channel. If a post with the same id already exists, its number is
     * returned.
     */
    add(channelId: string, author: string, post: NewChannelPost): { serverId: number; isNew: boolean } {
      const known = find(channelId, post.id);
      if (known) return { serverId: known.serverId, isNew: false };
      const row = statements.get(
        `INSERT INTO channel_posts VALUES (?, (SELECT coalesce(max(server_id), 99) + 1 FROM channel_posts
           WHERE channel_id = ?), ?, ?, ?) RETURNING server_id`,
        channelId,
        channelId,
        post.id,
        post.content,
        post.at.getTime(),
      );
      if (!row) throw new Error("A post was not stored.");
      const serverId = number(row, "server_id");
      statements.run(
        "INSERT INTO channel_post_facts VALUES (?, ?, ?, ?, ?, ?, NULL, 0, 0)",
        channelId,
        serverId,
        post.type,
        post.mediatype,
        author,
        Number(post.isShown),
      );
      return { serverId, isNew: true };
    },

    edit(channelId: string, serverId: number, content: Buffer, at: Date): void {
      const post = "WHERE channel_id = ? AND server_id = ?";
      statements.run(`UPDATE channel_posts SET content = ? ${post}`, content, channelId, serverId);
      statements.run(`UPDATE channel_post_facts SET edited_at = ? ${post}`, at.getTime(), channelId, serverId);
    },

    markDeleted(channelId: string, serverId: number): void {
      statements.run(
        "UPDATE channel_post_facts SET is_deleted = 1 WHERE channel_id = ? AND server_id = ?",
        channelId,
        serverId,
      );
    },

    addViews(channelId: string, serverId: number, count: number): void {
      statements.run(
        "UPDATE channel_post_facts SET views = views + ? WHERE channel_id = ? AND server_id = ?",
        count,
        channelId,
        serverId,
      );
    },

    /** Returns all posts, newest first, including hidden ones. */
    list: (channelId: string): ChannelPost[] =>
      statements
        .all(`${SELECT} WHERE p.channel_id = ? ORDER BY p.server_id DESC`, channelId)
        .flatMap((row) => channelPost(row) ?? []),
  };
}

/**
 * Converts a row to a post. In data folders from older versions, some columns are empty. A post with empty columns is
 * treated as plain text.
 */
function channelPost(row: Row | null): ChannelPost | null {
  if (!row) return null;
  return {
    serverId: number(row, "server_id"),
    id: text(row, "id"),
    type: row.type === null ? "text" : text(row, "type"),
    mediatype: row.mediatype === null ? null : text(row, "mediatype"),
    author: row.author === null ? "" : text(row, "author"),
    content: bytes(row, "content"),
    at: new Date(number(row, "at")),
    isShown: row.is_shown !== 0,
    editedAt: row.edited_at === null ? null : new Date(number(row, "edited_at")),
    isDeleted: row.is_deleted === 1,
    views: row.views === null ? 0 : number(row, "views"),
  };
}

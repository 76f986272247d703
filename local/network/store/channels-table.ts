import { bytes, flag, number, type Row, type Statements, text } from "./statements.ts";

/** A channel: one writes, many follow. */
export interface Channel {
  /** The whole address, `…@newsletter`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly owner: string;
  readonly invite: string;
  readonly createdAt: Date;
}

/** Something written in a channel; `content` is an encoded protobuf, open to the network. */
export interface ChannelPost {
  /** Counts up in the channel; reactions name it. */
  readonly serverId: number;
  readonly id: string;
  readonly content: Buffer;
  readonly at: Date;
}

/** Channels, who follows them, and what was written in them. */
export function channelsTable(statements: Statements) {
  return {
    find: (id: string): Channel | null => channel(statements.get("SELECT * FROM channels WHERE id = ?", id)),

    byInvite: (invite: string): Channel | null =>
      channel(statements.get("SELECT * FROM channels WHERE invite = ?", invite)),

    /** Adds the channel or replaces what is known of it. */
    put(put: Channel): void {
      statements.run(
        "INSERT OR REPLACE INTO channels VALUES (?, ?, ?, ?, ?, ?)",
        put.id,
        put.name,
        put.description,
        put.owner,
        put.invite,
        put.createdAt.getTime(),
      );
    },

    remove(id: string): void {
      statements.run("DELETE FROM channels WHERE id = ?", id);
      statements.run("DELETE FROM channel_followers WHERE channel_id = ?", id);
    },

    followers: (id: string): string[] =>
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

    /** @returns the post's number in its channel; the same again when the id was posted before. */
    post(channelId: string, id: string, content: Buffer, at: Date): { serverId: number; isNew: boolean } {
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
    posts: (channelId: string, count: number): ChannelPost[] =>
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

function channel(row: Row | null): Channel | null {
  if (!row) return null;
  return {
    id: text(row, "id"),
    name: text(row, "name"),
    description: text(row, "description"),
    owner: text(row, "owner"),
    invite: text(row, "invite"),
    createdAt: new Date(number(row, "created_at")),
  };
}

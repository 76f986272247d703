import { number, type Row, type Statements, text } from "./database/statements.ts";

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

/** Channels, without their followers and posts. */
export function channelsTable(statements: Statements) {
  return {
    find: (id: string): Channel | null => channel(statements.get("SELECT * FROM channels WHERE id = ?", id)),

    byInvite: (invite: string): Channel | null =>
      channel(statements.get("SELECT * FROM channels WHERE invite = ?", invite)),

    /** Adds the channel or replaces it. */
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

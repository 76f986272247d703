import { number, type Row, type Statements, text } from "../database/statements.ts";

/**
 * The possible states of a channel. A deleted channel can't be looked up anymore, but its followers see that it was
 * deleted.
 */
export const CHANNEL_STATES = ["ACTIVE", "SUSPENDED", "GEOSUSPENDED", "DELETED"] as const;

/** A channel's state, by the network's name. */
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** A channel. Its owner and admins post in it, and any number of people follow it. */
export interface Channel {
  /** The channel's full address, `…@newsletter`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly owner: string;
  readonly invite: string;
  readonly createdAt: Date;
  readonly state: ChannelState;
}

const SELECT = "SELECT c.*, s.state FROM channels c LEFT JOIN channel_states s ON s.channel_id = c.id";

/** The table of channels, without their followers and posts. */
export function channelsTable(statements: Statements) {
  return {
    /** Finds a channel, even if it was deleted. */
    find: (id: string): Channel | null => channel(statements.get(`${SELECT} WHERE c.id = ?`, id)),

    byInvite: (invite: string): Channel | null => channel(statements.get(`${SELECT} WHERE c.invite = ?`, invite)),

    /** Returns the channels that a person follows, oldest first, including deleted ones. */
    followedBy: (phone: string): Channel[] =>
      statements
        .all(
          `${SELECT} JOIN channel_followers f ON f.channel_id = c.id WHERE f.phone = ? ORDER BY c.created_at, c.id`,
          phone,
        )
        .flatMap((row) => channel(row) ?? []),

    /** Adds or replaces a channel. */
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
      statements.run("INSERT OR REPLACE INTO channel_states VALUES (?, ?)", put.id, put.state);
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
    state: CHANNEL_STATES.find((state) => state === row.state) ?? "ACTIVE",
  };
}

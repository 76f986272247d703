import type { STREAM_MARKER } from "../contracts/events/stream-marker.ts";
import type { AccountId, ConnectionId, EventId, InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/**
 * An open connection to the event stream: who opened it, and which events are sent on it. If the record is missing,
 * nothing is sent on the connection.
 */
export interface StreamConnectionRecord {
  id: ConnectionId;
  account_id: AccountId;
  /** The API key that opened the connection, directly or through a ticket. */
  key_id: string;
  /** The client's address. */
  source: string;
  /** Null means every instance that the key may read. */
  instance_id: InstanceId | null;
  /** Null means every event type. */
  types: readonly string[] | null;
  /** The event that the connection started after, or null if it started with the oldest event still stored. */
  after: EventId | null;
  opened_at: string;
  /** When the connection will be closed. The client then reconnects. */
  ends_at: string;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
  /**
   * The last event sent or skipped by a stage's functions. Absent until their first step. On a single machine, the
   * process holds this in memory instead.
   */
  read_to?: EventId | null;
  /** The step that is currently sending. `held_until` is when the next step can begin (ISO, UTC). */
  holder?: string;
  held_until?: string;
  /** Marks a record for which the table's stream starts a step. Each step removes the mark. */
  live?: typeof STREAM_MARKER;
  /** How many times a step has requested another step. */
  again?: number;
}

/** The open connections, by account. */
export const streamConnections = recordsAt<StreamConnectionRecord, Parameters<typeof keys.streamConnection>>(
  keys.streamConnection,
);

/** A ticket that opens a single connection with a key's permissions. The record doesn't contain the ticket itself. */
export interface StreamTicketRecord {
  account_id: AccountId;
  key_id: string;
  expires_at: string;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** Unused tickets, by hash. */
export const streamTickets = recordsAt<StreamTicketRecord, Parameters<typeof keys.streamTicket>>(keys.streamTicket);

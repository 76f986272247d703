import type { STREAM_MARKER } from "../contracts/events/stream-marker.ts";
import type { AccountId, ConnectionId, EventId, InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/**
 * An open connection to the stream of events: who opened it, and which events are sent on it. Without this record,
 * nothing is sent.
 */
export interface StreamConnectionRecord {
  id: ConnectionId;
  account_id: AccountId;
  /** The key with which the connection was opened, directly or through a ticket. */
  key_id: string;
  /** The client's address. */
  source: string;
  /** null means every instance that the key may read. */
  instance_id: InstanceId | null;
  /** null means every event type. */
  types: readonly string[] | null;
  /** The event after which the connection began; null means that it began with the oldest event still kept. */
  after: EventId | null;
  opened_at: string;
  /** When the connection is closed, after which its client reconnects. */
  ends_at: string;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
  /**
   * The last event that a stage's functions have sent or skipped; absent until their first step. A process on one
   * machine keeps this in memory instead.
   */
  read_to?: EventId | null;
  /** The step that is currently sending, and the time before which no other step begins (ISO, UTC). */
  holder?: string;
  held_until?: string;
  /** Marks a record for which the table's stream starts a step; each step removes the mark. */
  live?: typeof STREAM_MARKER;
  /** How many times a step has requested another one. */
  again?: number;
}

/** The open connections, by account. */
export const streamConnections = recordsAt<StreamConnectionRecord, Parameters<typeof keys.streamConnection>>(
  keys.streamConnection,
);

/** A ticket that opens one connection with the rights of a key. The record does not contain the ticket itself. */
export interface StreamTicketRecord {
  account_id: AccountId;
  key_id: string;
  expires_at: string;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/** The tickets that have not been used yet, by their hashes. */
export const streamTickets = recordsAt<StreamTicketRecord, Parameters<typeof keys.streamTicket>>(keys.streamTicket);

import type { STREAM_MARKER } from "../contracts/events/stream-marker.ts";
import type { AccountId, ConnectionId, EventId, InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** An open connection to the stream of events: whose it is, and which events it gets. Without it, nothing is sent. */
export interface StreamConnectionRecord {
  id: ConnectionId;
  account_id: AccountId;
  /** The key that opened it, itself or by a ticket. */
  key_id: string;
  /** The client's address. */
  source: string;
  /** null: every instance that the key may read. */
  instance_id: InstanceId | null;
  /** null: every type. */
  types: readonly string[] | null;
  /** The event after which it began; null: with the oldest one kept. */
  after: EventId | null;
  opened_at: string;
  /** When it is closed, and its client connects again. */
  ends_at: string;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
  /**
   * The last event that a stage's functions have sent or passed over; absent until their first step. A process of one
   * machine remembers it itself.
   */
  read_to?: EventId | null;
  /** The step that is sending, and until when no other one begins (ISO, UTC). */
  holder?: string;
  held_until?: string;
  /** Marks a record at which the table's stream starts a step; each step removes it. */
  live?: typeof STREAM_MARKER;
  /** How often a step has asked for another one. */
  again?: number;
}

/** The open connections of each account. */
export const streamConnections = recordsAt<StreamConnectionRecord, Parameters<typeof keys.streamConnection>>(
  keys.streamConnection,
);

/** A ticket that opens one connection with the rights of a key, without the ticket itself. */
export interface StreamTicketRecord {
  account_id: AccountId;
  key_id: string;
  expires_at: string;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/** The tickets that were not used yet, by their hashes. */
export const streamTickets = recordsAt<StreamTicketRecord, Parameters<typeof keys.streamTicket>>(keys.streamTicket);

import type { proto, WAMessageKey } from "@whiskeysockets/baileys";

/**
 * A history message that is too old to be stored. Only the few fields that are needed are extracted, without decoding
 * the rest.
 */
export interface GlancedMessage {
  key: WAMessageKey;
  /** Epoch seconds, or 0 if missing. */
  seconds: number;
  pushName: string | null;
  /** A note from the network, such as "you were added", rather than a person's message. */
  isNote: boolean;
}

/** A chat in a history part, yielded after its messages. Missing values are absent. */
export interface HistoryChat {
  id?: string;
  name?: string;
  displayName?: string;
  pnJid?: string;
  lidJid?: string;
  unreadCount?: number;
  markedAsUnread?: boolean;
  /** Seconds after which the chat's messages disappear, or 0 if they don't disappear. */
  ephemeralExpiration?: number;
  /** The time at which the expiration was set, in epoch seconds. */
  ephemeralSettingTimestamp?: number;
  archived?: boolean;
  /** Epoch seconds, or 0 if not pinned. */
  pinned?: number;
  /**
   * The value set by the phone, usually in epoch ms. A value too large for a time means that the chat is muted
   * indefinitely.
   */
  muteEndTime?: number;
  /** Epoch seconds. */
  conversationTimestamp?: number;
  tcToken?: Uint8Array;
  /** Epoch seconds. */
  tcTokenTimestamp?: number;
  tcTokenSenderTimestamp?: number;
}

/**
 * A piece of a history part. The order is: a chat's stored messages and glances at its other messages, then the chat
 * itself, and finally people's names and pairs of ids. `bytes` is the message's length.
 */
export type HistoryPiece =
  | { what: "message"; message: proto.IWebMessageInfo; bytes: number }
  | { what: "glance"; message: GlancedMessage }
  | { what: "chat"; chat: HistoryChat }
  | { what: "name"; id?: string; pushname?: string }
  | { what: "pair"; pnJid?: string; lidJid?: string };

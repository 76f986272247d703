import type { proto, WAMessageKey } from "@whiskeysockets/baileys";

/**
 * A message from a history that is too old to be stored: only the few fields that are needed, read without decoding it.
 */
export interface GlancedMessage {
  key: WAMessageKey;
  /** Epoch seconds; 0: not given. */
  seconds: number;
  pushName: string | null;
  /** A note from the network, such as "you were added", rather than a person's message. */
  isNote: boolean;
}

/** A chat in a part of a history, after its messages. Missing values are absent. */
export interface HistoryChat {
  id?: string;
  name?: string;
  displayName?: string;
  pnJid?: string;
  lidJid?: string;
  unreadCount?: number;
  markedAsUnread?: boolean;
  /** Seconds after which the chat's messages disappear; 0: they stay. */
  ephemeralExpiration?: number;
  /** When that was set, epoch seconds. */
  ephemeralSettingTimestamp?: number;
  archived?: boolean;
  /** Epoch seconds; 0: not pinned. */
  pinned?: number;
  /** The phone's own number, mostly epoch ms; a number too large for a time means forever. */
  muteEndTime?: number;
  /** Epoch seconds. */
  conversationTimestamp?: number;
  tcToken?: Uint8Array;
  /** Epoch seconds. */
  tcTokenTimestamp?: number;
  tcTokenSenderTimestamp?: number;
}

/**
 * A piece of a history part, in order: a chat's stored messages, glances at the others, then the chat; then people's
 * names, and pairs of ids. `bytes` is the message's length.
 */
export type HistoryPiece =
  | { what: "message"; message: proto.IWebMessageInfo; bytes: number }
  | { what: "glance"; message: GlancedMessage }
  | { what: "chat"; chat: HistoryChat }
  | { what: "name"; id?: string; pushname?: string }
  | { what: "pair"; pnJid?: string; lidJid?: string };

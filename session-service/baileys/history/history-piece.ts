import type { proto, WAMessageKey } from "@whiskeysockets/baileys";

/** A message of a history that is too old to be stored, reduced to what is examined: it is not decoded. */
export interface GlancedMessage {
  key: WAMessageKey;
  /** Epoch seconds; 0: it says none. */
  seconds: number;
  pushName: string | null;
  /** A note of the network, such as "you were added", and not a message of a person. */
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
  archived?: boolean;
  /** Epoch seconds; 0: not pinned. */
  pinned?: number;
  /** As phones count it, mostly epoch ms; a number beyond every time: for ever. */
  muteEndTime?: number;
  /** Epoch seconds. */
  conversationTimestamp?: number;
  tcToken?: Uint8Array;
  /** Epoch seconds. */
  tcTokenTimestamp?: number;
  tcTokenSenderTimestamp?: number;
}

/**
 * A piece of a part of a history, in order: the stored messages of a chat, glances at the others, and after them the
 * chat; then people's names, and pairs of ids. `bytes`: the length of the message.
 */
export type HistoryPiece =
  | { what: "message"; message: proto.IWebMessageInfo; bytes: number }
  | { what: "glance"; message: GlancedMessage }
  | { what: "chat"; chat: HistoryChat }
  | { what: "name"; id?: string; pushname?: string }
  | { what: "pair"; pnJid?: string; lidJid?: string };

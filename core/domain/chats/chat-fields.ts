import type { MessageId } from "../../contracts/ids.ts";

/** The side that currently answers a chat: not set while nobody took it. Spec: chats, `handled_by`. */
export type HandledBy = "ai" | "menu" | "team";

/** `muted_until_ms` of a chat that is muted forever. */
export const MUTED_FOR_EVER = -1;

/**
 * The chat's part of a person's, a group's or a channel's record: it has no item of its own, because each message
 * writes that record anyway. Times are epoch ms, so that a person's record stays under a kilobyte. docs/decisions/0073.
 */
export interface ChatFields {
  /** Its last message from either side, and when that was written or sent. Absent: none yet. */
  last_id?: MessageId;
  last_ms?: number;
  /** How many messages were received in it, and how many of them somebody has read: the rest are unread. */
  received?: number;
  read_to?: number;
  /** Somebody marked it as unread. */
  marked_unread?: boolean;
  /** Since when its person waits for an answer; absent: they do not. */
  waiting_since_ms?: number;
  archived?: boolean;
  pinned_ms?: number;
  /** MUTED_FOR_EVER: forever. A past one has no effect. */
  muted_until_ms?: number;
  /** Ids of its labels, ascending; a row of each label points back. */
  labels?: number[];
  /** Grows whenever its labels change. */
  labels_rev?: number;
  handled_by?: HandledBy;
  /** A person's saved or verified name, shortened; a group's or channel's subject. Absent: unknown. */
  name?: string;
  /** The id by which the phone names the chat in its settings; absent: it never did. */
  phone_chat_id?: string;
  /** When the chat was deleted: it is in no list. A later message undoes that. */
  hidden_ms?: number;
  /** When it was deleted before such a message came: earlier messages stay out of its history. */
  cleared_ms?: number;
}

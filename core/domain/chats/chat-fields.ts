import type { MessageId, UserId } from "../../contracts/ids.ts";

/** The side that currently answers a chat; not set while nobody took it. Spec: chats, `handled_by`. */
export type HandledBy = "ai" | "menu" | "team";

/** The `muted_until_ms` of a chat that is muted forever. */
export const MUTED_FOR_EVER = -1;

/**
 * The chat's part of the record of a person, group or channel. It has no item of its own, because each message writes
 * that record anyway. Times are epoch ms, so that a person's record stays under a kilobyte. docs/decisions/0073.
 */
export interface ChatFields {
  /** The chat's last message from either side, and when it was written or sent. Absent: none yet. */
  last_id?: MessageId;
  last_ms?: number;
  /** How many messages the chat received, and how many of them were read; the rest are unread. */
  received?: number;
  read_to?: number;
  /** Someone marked the chat as unread. */
  marked_unread?: boolean;
  /** Since when the person has waited for an answer; absent: they do not wait. */
  waiting_since_ms?: number;
  archived?: boolean;
  pinned_ms?: number;
  /** MUTED_FOR_EVER: forever. A time in the past has no effect. */
  muted_until_ms?: number;
  /** The ids of the chat's labels, ascending; a row of each label points back. */
  labels?: number[];
  /** Incremented whenever the chat's labels change. */
  labels_rev?: number;
  handled_by?: HandledBy;
  /** The member of the team whom the chat is assigned to; a row of theirs points back. */
  assignee?: UserId;
  /** When the team closed the chat; a received message opens it again. */
  closed_ms?: number;
  /** Until when the team set the chat aside; a time in the past has no effect. */
  snoozed_ms?: number;
  /** A person's saved or verified name, shortened; a group's or channel's subject. Absent: unknown. */
  name?: string;
  /** The id that the phone uses for the chat in its settings; absent: it has never used one. */
  phone_chat_id?: string;
  /** When the chat was deleted, which hides it from every list. A later message undoes that. */
  hidden_ms?: number;
  /** When it was deleted before such a message arrived; earlier messages stay out of its history. */
  cleared_ms?: number;
}

import type { MessageId, UserId } from "../../contracts/ids.ts";

/** The side that currently answers a chat. Absent if no side does. Spec: chats, `handled_by`. */
export type HandledBy = "ai" | "menu" | "team";

/** The value of `muted_until_ms` for a chat that is muted indefinitely. */
export const MUTED_FOR_EVER = -1;

/**
 * The part of a person's, group's or channel's record that describes the chat. A chat has no item of its own, because
 * each message updates that record anyway. Times are in epoch ms, which helps to keep a person's record below a
 * kilobyte. docs/decisions/0073.
 */
export interface ChatFields {
  /**
   * The chat's last message from either side, and when it was written or sent. Absent if the chat has no messages yet.
   */
  last_id?: MessageId;
  last_ms?: number;
  /** How many messages the chat has received, and how many of those have been read. */
  received?: number;
  read_to?: number;
  /** Whether someone marked the chat as unread. */
  marked_unread?: boolean;
  /** When the person started waiting for an answer. Absent if they aren't waiting. */
  waiting_since_ms?: number;
  /**
   * When the person wrote again after the team had closed the chat, or 0 if the team reopened it and the person hasn't
   * written since. Absent if the chat is closed or has never been closed. It replaces `closed_ms`, so the record
   * doesn't grow.
   */
  case_ms?: number;
  archived?: boolean;
  pinned_ms?: number;
  /** When the mute ends, or MUTED_FOR_EVER. A time in the past has no effect. */
  muted_until_ms?: number;
  /** The ids of the chat's labels, in ascending order. Each label has a row that points back to the chat. */
  labels?: number[];
  /** Incremented whenever the chat's labels change. */
  labels_rev?: number;
  handled_by?: HandledBy;
  /** The team member the chat is assigned to. Each member has a row that points back to the chat. */
  assignee?: UserId;
  /** When the team closed the chat. A received message reopens it. */
  closed_ms?: number;
  /** When the team's snooze ends. A time in the past has no effect. */
  snoozed_ms?: number;
  /** The person's saved or verified name (shortened), the group's subject, or the channel's name. Absent if unknown. */
  name?: string;
  /** The id that the phone uses for the chat in its settings. Absent if the phone has never used one. */
  phone_chat_id?: string;
  /** When the chat was deleted. A deleted chat is hidden from every list until a later message. */
  hidden_ms?: number;
  /**
   * When the chat was deleted, if a later message has since brought it back. Messages from before the deletion aren't
   * shown in its history.
   */
  cleared_ms?: number;
}

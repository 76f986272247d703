import type { MessageId, UserId } from "../../contracts/ids.ts";

/** The side that currently answers a chat; absent while nobody took it. Spec: chats, `handled_by`. */
export type HandledBy = "ai" | "menu" | "team";

/** The `muted_until_ms` of a chat that is muted forever. */
export const MUTED_FOR_EVER = -1;

/**
 * The chat's part of the record of a person, group or channel. A chat has no item of its own, because each message
 * writes that record anyway. Times are in epoch ms, so that a person's record stays below a kilobyte.
 * docs/decisions/0073.
 */
export interface ChatFields {
  /** The chat's last message from either side, and when it was written or sent; absent if there is none yet. */
  last_id?: MessageId;
  last_ms?: number;
  /** How many messages the chat received, and how many of them were read; the rest are unread. */
  received?: number;
  read_to?: number;
  /** Whether someone marked the chat as unread. */
  marked_unread?: boolean;
  /** Since when the person has waited for an answer; absent if they do not wait. */
  waiting_since_ms?: number;
  /**
   * When the person wrote again after the team had closed the chat; 0: not since it was opened by the team. Absent: it
   * is closed, or never was. It takes the place of `closed_ms`, so that the record does not grow.
   */
  case_ms?: number;
  archived?: boolean;
  pinned_ms?: number;
  /** Until when the chat is muted, or MUTED_FOR_EVER. A time in the past has no effect. */
  muted_until_ms?: number;
  /** The ids of the chat's labels, ascending; each label has a row that points back. */
  labels?: number[];
  /** Incremented whenever the chat's labels change. */
  labels_rev?: number;
  handled_by?: HandledBy;
  /** The member of the team to whom the chat is assigned; a row of that member points back. */
  assignee?: UserId;
  /** When the team closed the chat; a received message opens it again. */
  closed_ms?: number;
  /** When the team's snooze of this chat ends; a time in the past has no effect. */
  snoozed_ms?: number;
  /** A person's saved or verified name, shortened; a group's or channel's subject. Absent if unknown. */
  name?: string;
  /** The id that the phone uses for the chat in its settings; absent if it has never used one. */
  phone_chat_id?: string;
  /** When the chat was deleted, which hides it from every list until a later message. */
  hidden_ms?: number;
  /** When the chat was deleted before a later message brought it back; messages from before stay out of its history. */
  cleared_ms?: number;
}

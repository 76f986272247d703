import { createHash } from "node:crypto";
import type { MessageId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * The maximum number of a phone number's messages that can wait for the network's acknowledgement at the same time,
 * each in a different chat. If an acknowledgement is lost, only that chat is delayed, and its messages stay in order.
 * Rationale: docs/decisions/0032.
 */
export const SEND_SLOTS = 4;

/** A message that is being sent. */
export interface SendSlot {
  /** The number of the slot, from 1. */
  slot: number;
  message_id: MessageId;
  /** A hash of the message's chat, or null if the slot was written before this field existed. */
  chat: string | null;
}

/**
 * The length of a chat's mark. It is short because the state must stay below a kilobyte. If two chats happen to share a
 * mark, one waits for the other.
 */
const MARK_CHARS = 8;

/** Returns the mark of a chat with a person, a group or a channel. */
export const chatMark = (chat: string): string =>
  createHash("sha256").update(chat).digest("base64url").slice(0, MARK_CHARS);

/**
 * Returns a waiting row's chat mark. A group or channel row contains the mark itself, while a person's row contains the
 * person.
 */
export const rowChatMark = (row: LaneRow): string =>
  typeof row.person === "string" ? chatMark(row.person) : typeof row.chat === "string" ? row.chat : chatMark("");

/** Returns the first free slot, or null if no slot is free or a slot contains a message for an unknown chat. */
export function freeSlotOf(slots: SendSlot[]): number | null {
  if (slots.some(({ chat }) => chat === null)) return null;
  for (let slot = 1; slot <= SEND_SLOTS; slot++) if (!slots.some((one) => one.slot === slot)) return slot;
  return null;
}

import { createHash } from "node:crypto";
import type { MessageId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * How many of a number's messages may wait for the network's acknowledgement at once, each in another chat. A lost one
 * then only holds up its own chat, which keeps its order. Our number: docs/decisions/0032.
 */
export const SEND_SLOTS = 4;

/** A message that is being sent. */
export interface SendSlot {
  /** The slot's number, from 1. */
  slot: number;
  message_id: MessageId;
  /** A hash of its chat; null if written before slots had one. */
  chat: string | null;
}

/**
 * The length of a mark, which is short because the state must stay below a kilobyte. Two chats with the same mark wait
 * for each other.
 */
const MARK_CHARS = 8;

/** Returns the mark of a person's, a group's or a channel's chat. */
export const chatMark = (chat: string): string =>
  createHash("sha256").update(chat).digest("base64url").slice(0, MARK_CHARS);

/**
 * Returns the mark of a waiting row's chat. A row for a group or channel contains the chat, and one for a person
 * contains the person.
 */
export const rowChatMark = (row: LaneRow): string =>
  typeof row.person === "string" ? chatMark(row.person) : typeof row.chat === "string" ? row.chat : chatMark("");

/** Returns the first free slot; null if none is free, or if a message in one is for an unknown chat. */
export function freeSlotOf(slots: SendSlot[]): number | null {
  if (slots.some(({ chat }) => chat === null)) return null;
  for (let slot = 1; slot <= SEND_SLOTS; slot++) if (!slots.some((one) => one.slot === slot)) return slot;
  return null;
}

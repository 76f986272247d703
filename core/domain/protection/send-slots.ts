import { createHash } from "node:crypto";
import type { MessageId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * How many messages of one number may wait for the network's acknowledgement at once, each in another chat: a lost one
 * holds up only its own chat, which keeps its order. Our number: docs/decisions/0032.
 */
export const SEND_SLOTS = 4;

/** A message that is being sent. */
export interface SendSlot {
  /** The slot's number, from 1. */
  slot: number;
  message_id: MessageId;
  /** Mark of its chat; null: written before slots had one. */
  chat: string | null;
}

/**
 * Length of a mark: short, because the state must stay under a kilobyte. Two chats with the same mark wait for each
 * other.
 */
const MARK_CHARS = 8;

/** The mark of a chat: a person's, a group's or a channel's. */
export const chatMark = (chat: string): string =>
  createHash("sha256").update(chat).digest("base64url").slice(0, MARK_CHARS);

/**
 * The mark of the chat that a waiting row is for. A row to a group or channel carries it, one to a person carries the
 * person.
 */
export const rowChatMark = (row: LaneRow): string =>
  typeof row.person === "string" ? chatMark(row.person) : typeof row.chat === "string" ? row.chat : chatMark("");

/** The first free slot; null: none is free, or one holds a message of an unknown chat. */
export function freeSlotOf(slots: SendSlot[]): number | null {
  if (slots.some(({ chat }) => chat === null)) return null;
  for (let slot = 1; slot <= SEND_SLOTS; slot++) if (!slots.some((one) => one.slot === slot)) return slot;
  return null;
}

import { createHash } from "node:crypto";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * So many messages of one number may be without the network's acknowledgement at once, each in another chat: a lost one
 * holds up its own chat only, which keeps its order. Our number: docs/decisions/0032.
 */
export const SEND_SLOTS = 4;

/** A message that is being sent. */
export interface SendSlot {
  /** Which of the slots, from 1. */
  slot: number;
  message_id: string;
  /** Mark of its chat; null: written before slots had one. */
  chat: string | null;
}

/** Short and of one length: the state it is part of must stay under a kilobyte. Two chats that share one wait for each other. */
const MARK_CHARS = 8;

/** The mark of a person, a group or a channel. */
export const chatMark = (chat: string): string =>
  createHash("sha256").update(chat).digest("base64url").slice(0, MARK_CHARS);

/** The mark of the chat that a waiting row is for. A row to a group or channel carries it, one to a person the person. */
export const rowChatMark = (row: LaneRow): string =>
  typeof row.person === "string" ? chatMark(row.person) : typeof row.chat === "string" ? row.chat : chatMark("");

/** The first slot that is free; null: none is, or one holds a message of an unknown chat. */
export function freeSlotOf(slots: SendSlot[]): number | null {
  if (slots.some(({ chat }) => chat === null)) return null;
  for (let slot = 1; slot <= SEND_SLOTS; slot++) if (!slots.some((one) => one.slot === slot)) return slot;
  return null;
}

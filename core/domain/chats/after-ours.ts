import type { Message } from "../../contracts/message.ts";
import { afterReading } from "./after-reading.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";
import { isLast, type MessagePlace } from "./message-place.ts";
import { shownAgain } from "./shown-again.ts";
import { isMachines } from "./waits.ts";

/** A message that we sent, with the fields that affect its chat. */
export interface OurMessage extends MessagePlace {
  origin: Message["origin"];
  /** Whether sending a message unarchives the chat on the phone; absent if it doesn't, or if unknown. */
  unarchives?: boolean;
}

/**
 * The origins of messages that count as an answer. After automatic messages and broadcasts, the person is still
 * waiting.
 */
const ANSWERS: ReadonlySet<Message["origin"]> = new Set(["api", "panel", "phone", "ai", "otp"]);

/**
 * The origins of messages that team members write themselves; after such a message, the menu and the agent stop
 * answering the chat.
 */
const TEAM: ReadonlySet<Message["origin"]> = new Set(["panel", "phone"]);

/**
 * Whether a message counts as an answer. The agent's messages in a chat that the team handles don't, because they
 * announce the hand-over or were written before it.
 */
const isAnswer = ({ handled_by }: ChatFields, origin: Message["origin"]): boolean =>
  ANSWERS.has(origin) && !(origin === "ai" && handled_by === "team");

/**
 * Returns the change to a chat after we sent a message. An answer marks everything as read and ends the person's wait,
 * unless another message was received after the answer was sent. Applying the change again has no effect.
 * @param lastInMs when the last received message was written, epoch ms; undefined if there is none or it is unknown.
 * Spec: chats, `waiting`, `unread_count`.
 */
export function afterOurs(chat: ChatFields, message: OurMessage, lastInMs?: number): ChatChange {
  const isNewest = isLast(chat, message);
  const { set, remove } = shownAgain(chat, message);
  if (isNewest) Object.assign(set, { last_id: message.id, last_ms: message.ms });
  // The write is conditional on the old value, because the phone may archive the chat at the same moment.
  if (message.unarchives) remove.push("archived");
  if (!isAnswer(chat, message.origin) || !(isNewest || isBehind(lastInMs, message.ms))) return { set, remove };
  const read = afterReading(chat, chat.received ?? 0);
  const taken = TEAM.has(message.origin) && isMachines(chat) ? ({ handled_by: "team" } as const) : {};
  return {
    set: { ...set, ...read.set, ...taken },
    remove: [
      ...remove,
      ...(chat.marked_unread === undefined ? [] : (["marked_unread"] as const)),
      ...(chat.waiting_since_ms === undefined ? [] : (["waiting_since_ms"] as const)),
    ],
  };
}

const isBehind = (lastInMs: number | undefined, ms: number) => lastInMs !== undefined && lastInMs <= ms;

import type { Message } from "../../contracts/message.ts";
import { afterReading } from "./after-reading.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";
import { isLast, type MessagePlace } from "./message-place.ts";
import { shownAgain } from "./shown-again.ts";
import { isMachines } from "./waits.ts";

/** A message that we sent, with the fields that affect its chat. `ms` is its place in the chat. */
export interface OurMessage extends MessagePlace {
  origin: Message["origin"];
  /**
   * When our message left for the network, in epoch ms by our clock. It answers everything that had arrived by then.
   * Defaults to `ms`.
   */
  left_ms?: number;
  /** Whether sending a message unarchives the chat on the phone. Absent if it doesn't, or if unknown. */
  unarchives?: boolean;
}

/** The first message that was received after ours had left, even though it was recorded in the chat first. */
export interface LaterReceived {
  /** When the message was written, in epoch ms. */
  ms: number;
  /** Whether the message certainly arrived after ours had left. Absent if only their places in the chat say so. */
  isCertain?: boolean;
  /** The message's number among the received ones. Absent if unknown, so that nothing can be marked as read. */
  nth?: number;
  /** Whether this message, or one received after it, is the chat's last message. Absent if not, or if unknown. */
  isLast?: boolean;
}

/**
 * The origins of messages that count as an answer. After automatic messages and broadcasts, the person is still
 * waiting.
 */
const ANSWERS: ReadonlySet<Message["origin"]> = new Set(["api", "panel", "phone", "ai", "otp"]);

/**
 * The origins of messages written by team members. After such a message, the menu and the agent stop answering the
 * chat.
 */
const TEAM: ReadonlySet<Message["origin"]> = new Set(["panel", "phone"]);

/**
 * Whether a message counts as an answer. The agent's messages in a chat that the team handles don't count, because they
 * announce the hand-over or were written before it.
 */
const isAnswer = ({ handled_by }: ChatFields, origin: Message["origin"]): boolean =>
  ANSWERS.has(origin) && !(origin === "ai" && handled_by === "team");

/**
 * Returns the change to a chat after we sent a message. An answer marks everything as read and ends the person's wait.
 * Messages received after the answer had left stay unread, and the person's wait begins with the first of them, as if
 * our message had been recorded before theirs. Applying the change again has no effect.
 * @param later null if nothing was received after our message had left. Spec: chats, `waiting`, `unread_count`;
 * docs/decisions/0246.
 */
export function afterOurs(chat: ChatFields, message: OurMessage, later: LaterReceived | null): ChatChange {
  const { set, remove } = shownAgain(chat, message);
  Object.assign(set, placeOf(chat, message, later));
  // The write is conditional on the old value, because the phone may archive the chat at the same moment.
  if (message.unarchives) remove.push("archived");
  if (!isAnswer(chat, message.origin)) return { set, remove };
  // The network gives messages typed on the phone a time in whole seconds, which is too coarse to tell who saw what.
  const isTaken = (later === null || later.isCertain === true) && TEAM.has(message.origin) && isMachines(chat);
  if (isTaken) set.handled_by = "team";
  if (later !== null) return { set: { ...set, ...afterAll(chat, message, later, isTaken) }, remove };
  if (chat.marked_unread !== undefined) remove.push("marked_unread");
  if (chat.waiting_since_ms !== undefined) remove.push("waiting_since_ms");
  return { set: { ...set, ...afterReading(chat, chat.received ?? 0).set }, remove };
}

/** Returns the change to the chat's last message. A message received later remains the last one, as in the thread. */
function placeOf(chat: ChatFields, { id, ms, left_ms = ms }: OurMessage, later: LaterReceived | null) {
  if (later?.isLast) return left_ms > (chat.last_ms ?? 0) ? { last_ms: left_ms } : {};
  const place = { id, ms: later === null ? ms : left_ms };
  return isLast(chat, place) ? { last_id: place.id, last_ms: place.ms } : {};
}

/**
 * Returns the change to the person's wait and to what counts as read, if messages were received after our answer had
 * left.
 */
function afterAll(
  chat: ChatFields,
  { ms, left_ms = ms }: OurMessage,
  later: LaterReceived,
  isTaken: boolean,
): Partial<ChatFields> {
  const since = chat.waiting_since_ms;
  const isAnswered = since === undefined ? isTaken : since <= left_ms && since < later.ms;
  return {
    ...(isAnswered && { waiting_since_ms: later.ms }),
    ...(later.nth !== undefined && afterReading(chat, later.nth - 1).set),
  };
}

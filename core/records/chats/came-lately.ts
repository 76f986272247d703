import type { MessageId } from "../../contracts/ids.ts";
import type { LaterReceived } from "../../domain/chats/after-ours.ts";
import { isLast } from "../../domain/chats/message-place.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import type { Table } from "../../store/table.ts";
import type { Owner } from "../owner.ts";
import { type ChatAsRead, lastInMs } from "./chat-as-read.ts";

/** A message as received in its chat. Times are in epoch ms. */
export interface CameLately {
  /** The key of the chat's record. */
  chat: string;
  /** The message's number among those received in the chat. */
  nth: number;
  id: MessageId;
  /** When the message was written, by the network's clock: `writtenMs`. */
  ms: number;
  /** When the message arrived, by our clock. */
  came_ms: number;
  /** The message's place in the order of what this process stored and relayed. */
  order: number;
}

/** When one of our messages was relayed. */
export interface Relayed {
  /** The time, by our clock. */
  at: Date;
  /** The message's place in the order of what this process stored and relayed. */
  order: number;
}

/** The instance, and the fence that its messages are stored under. */
type StoredUnder = Pick<Owner, "instance_id" | "fence">;

/**
 * How many messages to remember per chat. One of our own messages is in transit for only a moment, so few messages can
 * arrive in the meantime.
 */
const MOST = 20;

/** The last messages received in each chat, oldest first, as stored by an instance's owner. */
const CAME = new CacheSlot<readonly CameLately[]>("messages that came lately", 10_000);

/** How many messages this process has stored or relayed. It has a single entry, which is never evicted. */
const ORDER = new CacheSlot<number>("messages in order", 1);

/** Returns the next place in the order of what this process stores and relays. */
function nextPlace(table: Table): number {
  const cache = cachesOf(table).at(ORDER);
  const place = (cache.get("") ?? 0) + 1;
  cache.set("", place);
  return place;
}

/** Notes that one of our messages is being relayed. Call this before the message leaves. @param at the current time. */
export const relayedNow = (table: Table, at: Date): Relayed => ({ at, order: nextPlace(table) });

/** An entry is only valid under one fence, because another task may store later messages in between. */
const placeOf = ({ instance_id, fence }: StoredUnder, chat: string) => `${instance_id}|${fence}|${chat}`;

/**
 * Remembers a received message. Call this before the message is committed. If the commit is refused, its number is
 * reused.
 */
export function noteCame(table: Table, owner: StoredUnder, came: Omit<CameLately, "order">): void {
  const cache = cachesOf(table).at(CAME);
  const place = placeOf(owner, came.chat);
  const before = (cache.get(place) ?? []).filter(({ nth }) => nth < came.nth);
  cache.set(place, [...before, { ...came, order: nextPlace(table) }].slice(-MOST));
}

/**
 * Returns the last messages received in a chat, oldest first. Null if this process didn't store the chat's last one,
 * and so can't tell when messages arrived.
 */
export function cameLately(table: Table, owner: StoredUnder, chat: ChatAsRead): readonly CameLately[] | null {
  const { received = 0 } = chat.record ?? {};
  const known = cachesOf(table).at(CAME).get(placeOf(owner, chat.key)) ?? [];
  const came = known.filter(({ nth }) => nth <= received);
  return came.at(-1)?.nth === received ? came : null;
}

/**
 * Finds the first message that arrived in a chat after one of our messages had left. If this process relayed ours, it
 * knows the order of the two, which remains right if its clock is set back in between. Otherwise, both times come from
 * our own clock: the network's clock may differ, only has whole seconds, and records when a message was written rather
 * than when it arrived.
 * @param came the messages that this process remembers: `cameLately`. @param left_ms when ours left, in epoch ms.
 * @param relayed when this process relayed ours. Then the messages that it didn't store arrived earlier. Undefined if
 * another process did.
 * @returns null if no message arrived after ours. docs/decisions/0246.
 */
export function cameAfter(
  { record }: ChatAsRead,
  came: readonly CameLately[],
  { left_ms, relayed }: { left_ms: number; relayed: Relayed | undefined },
): LaterReceived | null {
  const isOwn = relayed !== undefined;
  const later = came.filter(({ came_ms, order }) => (isOwn ? order > relayed.order : came_ms > left_ms));
  const [first] = later;
  if (!first) return null;
  // If everything remembered arrived after ours, messages before that may have, too, and stay unread.
  const isFirst = later.length < came.length || first.nth === 1 || (isOwn && came.length < MOST);
  return {
    ms: first.ms,
    isCertain: true,
    ...(isFirst && { nth: first.nth }),
    isLast: later.some(({ id }) => id === record?.last_id),
  };
}

/**
 * Compares the places in the chat of one of our messages and of the last received one. Used if it isn't known when the
 * latter arrived. @param left_ms when ours left, in epoch ms by either clock. @returns null if ours is the later one.
 */
export function writtenAfter(
  chat: ChatAsRead,
  { id, left_ms }: { id: MessageId; left_ms: number },
): LaterReceived | null {
  if (isLast(chat.record ?? {}, { id, ms: left_ms })) return null;
  const ms = lastInMs(chat);
  return ms > left_ms ? { ms } : null;
}

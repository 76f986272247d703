import type { ChatTimer } from "../../domain/chats/chat-timer.ts";
import { writtenMs } from "../../domain/chats/message-place.ts";
import { waitEnded } from "../../domain/chats/waits.ts";
import type { FigureMessage } from "../../domain/figures/figures.ts";
import type { ArrivalCourse } from "../../domain/messages/arrival-course.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { CameLately } from "../../records/chats/came-lately.ts";
import type { ChatUpdate } from "../../records/chats/chat-update.ts";
import { type EventDraft, type EventRoute, eventWrites } from "../../records/event.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageItem } from "../../records/message.ts";
import { viewOf } from "../../records/message-view.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Write } from "../../store/table.ts";
import type { ArrivalContext, ArrivalDeps } from "./arrival-context.ts";
import { countReceived } from "./count-received.ts";
import { contentOf, eventTypeOf } from "./describe-received.ts";
import type { IncomingMessage } from "./incoming-message.ts";
import { type ArrivalEffects, NO_EFFECTS, noticeArrival } from "./notice-arrival.ts";
import { placeInChat } from "./place-in-chat.ts";

/**
 * The next step for an incoming message. If the message is to be stored, this includes everything needed to store it.
 */
export type ArrivalDecision = Exclude<ArrivalCourse, { kind: "store" }> | { kind: "store"; arrival: Arrival };

/** The transaction that stores a message, and the follow-up work. */
export interface Arrival {
  /** The writes. The first (`ID_ROW`) is the row for the message's network id. */
  writes: Write[];
  /** The person whose latest message this is, or null if it isn't any person's latest message. */
  lastIn: { person: string; network_id: string } | null;
  /** The chat's new disappearing-message timer, or null if the chat isn't with a person. */
  timer: (ChatTimer & { person: string }) | null;
  wakes: Wakes;
  /** The message as received in its chat, or null if it was sent from this number. */
  came: Omit<CameLately, "order"> | null;
  /** The message as it counts in the team's figures, or null for group and channel messages, which don't count. */
  counted: FigureMessage | null;
}

/** The lanes that have work to do once a message has been stored. */
export interface Wakes {
  /** The route for delivering the message's event, or null if there is no event. */
  endpoint: EventRoute | null;
  /** When the instance's lane has work to do, or null if no row was added to it. */
  lane: Date | null;
  /**
   * The person who will get an automatic answer through their chat's lane, and when it is due. Null if no answer is
   * due.
   */
  answer: { person: string; due: Date } | null;
}

/** The index of the network id's row among the writes. Its condition fails if the message is already stored. */
export const ID_ROW = 0;

/**
 * Decides what to do with a message, based only on what has already been read.
 * @param now must be taken after those reads, because an event must be committed within a second of its timestamp.
 * docs/decisions/0181.
 */
export function decideArrival(
  deps: Pick<ArrivalDeps, "ids">,
  incoming: IncomingMessage,
  context: ArrivalContext,
  now: Date,
): ArrivalDecision {
  if (context.course.kind !== "store") return context.course;
  const { instance_id: instance, network_id } = incoming;
  const { found, route, author } = context;
  const type = eventTypeOf(incoming);
  const message = incomingRecord(incoming, context, now);
  const { id: message_id, account_id, ttl } = message;
  const event: EventDraft = { account_id, instance_id: instance, type, data: viewOf(message, context.fileUrl) };
  const placed = placeInChat(context.chat, incoming, message_id, now);
  const effects = found ? noticeArrival(deps, incoming, { ...context, found }, now) : NO_EFFECTS;
  const isAwaited = found !== null && !incoming.from_me && (found.known?.waiting ?? 0) > 0;
  const writes: Write[] = [
    { put: { ...keys.networkId(instance, author, network_id), message_id, account_id, ttl }, if: [{ item: "absent" }] },
    { put: messageItem({ ...message, ...(placed.nth !== undefined && { nth: placed.nth }) }) },
    ...eventWrites(deps, route, event, now),
    withPerson(placed.write, effects),
    ...effects.writes,
    ...(context.day && found ? countReceived(incoming, found.known, context.day, effects.counts) : []),
    ...(isAwaited ? [recheckRow(instanceLane(instance), message_id, now, { person: found.person })] : []),
    ...(incoming.also ?? []),
  ];
  const isLast = placed.write.set.last_in_id === network_id;
  const wakes = {
    // Few accounts receive events about groups, and waking a webhook's lane for nothing costs money.
    endpoint: effects.isReported || route.chosen.has(type) ? route : null,
    lane: isAwaited || effects.wakesLane ? now : null,
    answer: found && effects.answerDue && { person: found.person, due: effects.answerDue },
  };
  const lastIn = found && isLast ? { person: found.person, network_id } : null;
  const { timer_sec, timer_ms }: ChatTimer = { ...found?.known, ...placed.write.set };
  const timer = found && { person: found.person, timer_sec, timer_ms };
  const counted = found && countedOf(incoming, context, placed.write, now);
  const came = placed.nth === undefined ? null : cameOf(placed.nth, message_id, incoming, context, now);
  return { kind: "store", arrival: { writes, lastIn, timer, wakes, came, counted } };
}

/**
 * Returns the message as received in its chat. Our own messages that are already on their way must not count as an
 * answer to it.
 */
function cameOf(
  nth: number,
  id: string,
  { written_at }: IncomingMessage,
  { chat }: ArrivalContext,
  now: Date,
): Omit<CameLately, "order"> {
  return { chat: chat.key, nth, id, ms: writtenMs(written_at, now), came_ms: now.getTime() };
}

/**
 * Returns the message in the form used for counting. A message typed on the phone may be the answer that a person was
 * waiting for.
 */
function countedOf(
  { from_me, written_at }: IncomingMessage,
  { chat }: ArrivalContext,
  write: ChatUpdate,
  now: Date,
): FigureMessage {
  // The message may have been waiting while the instance was offline.
  const at = Math.min(written_at.getTime(), now.getTime());
  if (!from_me) return { direction: "in", at };
  const waited_ms = waitEnded(chat.record, write, new Date(at));
  return { direction: "out", at, ...(waited_ms !== null && { waited_ms }) };
}

/** Merges the message's other changes to the person's record into the write that updates that record. */
function withPerson(write: ChatUpdate, { person }: ArrivalEffects): ChatUpdate {
  const { set, remove, if: also } = person;
  return { ...write, set: { ...write.set, ...set }, remove: [...write.remove, ...remove], if: [...write.if, ...also] };
}

function incomingRecord(incoming: IncomingMessage, { id, found, named }: ArrivalContext, now: Date): MessageRecord {
  return {
    ...emptyMessage(),
    ...contentOf(incoming, named),
    id,
    account_id: incoming.account_id,
    instance_id: incoming.instance_id,
    phone: incoming.phone ?? found?.known?.phone ?? null,
    // A person's phone number and private id lead to the same chat, whichever was seen first.
    chat_id: found?.known?.chat_id ?? incoming.chat_id,
    participant: incoming.participant,
    contact_name: incoming.contact_name,
    direction: incoming.from_me ? "out" : "in",
    status: incoming.from_me ? "sent" : "received",
    origin: incoming.from_me ? "phone" : "contact",
    reply_to: named.answered?.id ?? null,
    written_at: wireTime(incoming.written_at),
    created_at: wireTime(now),
    person: found?.person ?? null,
    network_id: incoming.network_id,
    network_chat: incoming.chat_id,
    network_server_id: incoming.network_server_id ?? null,
    ttl: keptUntil(now),
  };
}

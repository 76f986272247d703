import { afterOurs } from "../../domain/chats/after-ours.ts";
import { afterReceived } from "../../domain/chats/after-received.ts";
import { afterTimerSaid } from "../../domain/chats/chat-timer.ts";
import { writtenMs } from "../../domain/chats/message-place.ts";
import { shortName } from "../../domain/chats/short-name.ts";
import { asRead } from "../../records/as-read.ts";
import { overtakenBy } from "../../records/broadcasts/last-broadcast.ts";
import { type ChatAsRead, writtenLater } from "../../records/chats/chat-as-read.ts";
import { type ChatUpdate, chatUpdate } from "../../records/chats/chat-update.ts";
import { lastInAsRead, type PersonRecord } from "../../records/person.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * The write that adds a new message to its chat, and the message's position among the received messages. Messages sent
 * from the instance's own number have no position.
 */
interface Placed {
  write: ChatUpdate;
  nth?: number;
}

/**
 * Adds a message from the network to its chat as the chat's last message, either unread or, if it was typed on the
 * phone, as an answer. Groups and channels have records of their own. A person's record also stores who they are and
 * when they wrote.
 * @param id the gateway's id for the message. Spec: chats. docs/decisions/0073.
 */
export function placeInChat(chat: ChatAsRead, incoming: IncomingMessage, id: string, now: Date): Placed {
  const stored = chat.record ?? {};
  const message = { id, ms: writtenMs(incoming.written_at, now), unarchives: incoming.unarchives ?? false };
  const isPersons = chat.type === "person";
  if (incoming.from_me) {
    const later = writtenLater(chat, message);
    const write = chatUpdate(chat, afterOurs(stored, { ...message, origin: "phone" }, later));
    const overtaken = withOvertaken(write, chat.record, incoming, message.ms);
    return { write: isPersons ? withTimer(overtaken, chat.record, incoming) : write };
  }
  const change = afterReceived(stored, { ...message, isPersons });
  const write = chatUpdate(chat, change);
  return {
    write: isPersons ? withTimer(withWriter(write, chat.record, incoming), chat.record, incoming) : write,
    nth: change.set.received,
  };
}

/**
 * Extends the write to a person's chat for a message typed to them on the phone. From then on, their last broadcast
 * message is no longer the last message.
 */
function withOvertaken(
  write: ChatUpdate,
  known: PersonRecord | null,
  incoming: IncomingMessage,
  ms: number,
): ChatUpdate {
  const overtaken = overtakenBy({ origin: "phone", ms }, known?.brd);
  return {
    ...write,
    set: { ...write.set, ...namesOf(known, incoming), ...overtaken?.set },
    if: [...write.if, ...(overtaken?.if ?? [])],
  };
}

/**
 * Extends the write to the author's chat. The write is refused if the count of waiting messages has changed since it
 * was read, because that count decides whether the lane must recheck.
 */
function withWriter(write: ChatUpdate, known: PersonRecord | null, incoming: IncomingMessage): ChatUpdate {
  return {
    ...write,
    set: { ...write.set, ...namesOf(known, incoming), ...wroteFields(known, incoming) },
    // The person has replied. That counts only once, so remove the first message's markers.
    remove: [
      ...write.remove,
      ...(known?.first_out_day === undefined ? [] : ["first_out_day", "first_out_at"]),
      ...(known?.own_form === undefined ? [] : ["own_form"]),
    ],
    if: [...write.if, ...asRead(known, ["waiting"]), ...lastInAsRead(known)],
  };
}

/** Extends the write to a person's chat if the message reveals a change of the disappearing-message timer. */
function withTimer(
  write: ChatUpdate,
  known: PersonRecord | null,
  { details, written_at }: IncomingMessage,
): ChatUpdate {
  const sec = details?.disappears_in;
  const timer = sec === undefined ? null : afterTimerSaid(known ?? {}, { sec, ms: written_at.getTime() });
  if (!timer) return write;
  return { ...write, set: { ...write.set, ...timer }, if: [...write.if, ...asRead(known, ["timer_ms"])] };
}

/** A person's chat keeps the id it started with; the phone number is added as soon as it is discovered. */
const namesOf = (known: PersonRecord | null, { chat_id, phone }: IncomingMessage) => ({
  chat_id: known?.chat_id ?? chat_id,
  ...(phone !== null && { phone }),
});

/**
 * Returns what a person's message reveals about them. An empty name is ignored. Not used for messages from the
 * instance's number, because they carry the number's own name.
 */
function wroteFields(known: PersonRecord | null, incoming: IncomingMessage): Partial<PersonRecord> {
  const contactName = shortName(incoming.contact_name);
  const writtenAt = incoming.written_at.toISOString();
  // Messages that waited while the instance was offline can arrive in any order, so the window only moves forward. If
  // two messages were written in the same second, the one that arrives later counts as the later message.
  const isLast = known?.last_in_at === undefined || known.last_in_at <= writtenAt;
  const isFirst = known?.first_in_at === undefined || writtenAt < known.first_in_at;
  return {
    ...(contactName !== null && { contact_name: contactName }),
    ...(isLast && { last_in_at: writtenAt, last_in_id: incoming.network_id }),
    ...(isFirst && { first_in_at: writtenAt }),
  };
}

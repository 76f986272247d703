import { ID_PREFIXES } from "../../contracts/ids.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { type BotsRecord, botsRecords } from "../../records/answers/bots.ts";
import { type ChatAsRead, sharedPlace, sharedRecords } from "../../records/chats/chat-as-read.ts";
import type { ChatUpdate } from "../../records/chats/chat-update.ts";
import { chatItem } from "../../records/chats/stored-chat.ts";
import { type EventRoute, eventWrites, routeKeys, routeOf } from "../../records/event.ts";
import type { MessageRecord } from "../../records/message.ts";
import { emptyMessage, keptUntil, messageItem } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { isStoredEarlier } from "../../records/network-message.ts";
import { type FoundPerson, readPersonWith } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Item, Key, Write } from "../../store/table.ts";
import { countReceived } from "./count-received.ts";
import { contentOf, eventTypeOf } from "./describe-received.ts";
import { findQuoted } from "./find-quoted.ts";
import type { IncomingMessage } from "./incoming-message.ts";
import { type ArrivalDeps, type ArrivalEffects, NO_EFFECTS, noticeArrival } from "./notice-arrival.ts";
import { placeInChat, placeWithPerson } from "./place-in-chat.ts";

/** The transaction that stores a message, and the work after it. */
export interface Arrival {
  writes: Write[];
  /** A row was put into the instance's lane. */
  wakesLane: boolean;
  now: Date;
  /** Whose last message it is now; null: nobody's. */
  lastIn: { person: string; network_id: string } | null;
  /** Wakes everything else that it affects. */
  wake(): Promise<void>;
}

/** The person whose chat it is, or the group's or channel's chat, and the event's destination. */
export interface Around {
  found: FoundPerson | null;
  shared: ChatAsRead | null;
  route: EventRoute;
  /** The row of its network id under what its writer was known by before; undefined: not looked for. */
  earlier?: Item | null;
  /** Which automations are on; null: none, or the chat is not one of two. */
  bots: BotsRecord | null;
}

/** Reads its chat and its event's way in one request. */
export async function readAround({ table }: EventDeps, incoming: IncomingMessage): Promise<Around> {
  const { account_id: account, instance_id: instance, person } = incoming;
  const places = routeKeys(account, instance);
  const place = sharedPlace(incoming.chat_id);
  if (place) {
    const items = await table.getMany([chatItem(instance, place), ...places]);
    const record = sharedRecords(place).among(items, instance, place.key);
    return {
      found: null,
      shared: { instance_id: instance, ...place, record },
      route: routeOf(account, instance, items),
      bots: null,
    };
  }
  const earlier = earlierRow(incoming);
  const others = [...places, keys.bots(instance), ...(earlier ? [earlier] : [])];
  const { found, items } = await readPersonWith(table, instance, person, others);
  return {
    found,
    shared: null,
    route: routeOf(account, instance, items),
    bots: botsRecords.among(items, instance),
    // The stanza has both names of the author: only one without a known second name needs a read of its own.
    ...(earlier && found.known?.private_id === incoming.private_id && { earlier: rowAt(earlier, items) }),
  };
}

const rowAt = (place: Key, items: readonly Item[]): Item | null =>
  items.find(({ pk, sk }) => pk === place.pk && sk === place.sk) ?? null;

/** The place of the row of its network id if it was stored before its author's phone was known; null: there is none. */
function earlierRow({ instance_id, network_id, from_me, phone, private_id: earlier }: IncomingMessage): Key | null {
  return from_me || phone === null || !earlier ? null : keys.networkId(instance_id, earlier, network_id);
}

/** Whether it was stored under what its writer was known by before. */
export async function wasStoredEarlier(
  deps: EventDeps,
  { instance_id, network_id }: IncomingMessage,
  author: string,
  { found, earlier }: Around,
): Promise<boolean> {
  if (earlier !== undefined) return earlier !== null;
  return isStoredEarlier(deps, { instance_id, author, network_id }, found?.known);
}

/** Whether the stanza has both of the author's names, and they were not seen together yet. */
export function isNewPair({ phone, private_id: privateId }: IncomingMessage, { known }: FoundPerson): boolean {
  return phone !== null && typeof privateId === "string" && privateId !== "" && known?.private_id !== privateId;
}

/** Whether a person who was known by another form of their number writes by this one: that is the network's form now. */
export const isNewForm = ({ phone }: IncomingMessage, { person }: FoundPerson): boolean =>
  phone !== null && person !== phone && !person.includes("@");

/**
 * Everything that storing the message writes, in one transaction, and whether the lane must be checked after it.
 * @param fenceStood the receiving state as it refused the last attempt.
 */
export async function planArrival(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  author: string,
  { found, shared, route, bots }: Around,
  fenceStood: Item | undefined,
): Promise<Arrival> {
  const { instance_id: instance, network_id } = incoming;
  const quoted = await findQuoted(deps, incoming);
  const message = incomingRecord(deps, incoming, found, quoted?.id ?? null);
  const event = await messageEvent(deps, eventTypeOf(incoming), message);
  const now = deps.clock.now();
  const { id: message_id, account_id, ttl } = message;
  const placed = found
    ? placeWithPerson(found, incoming, message_id, now)
    : shared && placeInChat(shared, incoming, message_id, now);
  // The row of the network's id is the first write (`ID_ROW`), and is absent for a message that comes for the first
  // time.
  const idRow = { ...keys.networkId(instance, author, network_id), message_id, account_id, ttl };
  const writes: Write[] = [
    { put: idRow, if: [{ item: "absent" }] },
    { put: messageItem({ ...message, ...(placed?.nth !== undefined && { nth: placed.nth }) }) },
    ...eventWrites(deps, route, event, now),
  ];
  const effects = found ? await noticeArrival(deps, incoming, { message, found, route, bots }, now) : NO_EFFECTS;
  if (placed) writes.push(withPerson(placed.write, effects));
  writes.push(...effects.writes);
  if (found) writes.push(...(await countReceived(deps, incoming, found.known, now, fenceStood, effects.counts)));
  const isAwaited = found !== null && !incoming.from_me && (found.known?.waiting ?? 0) > 0;
  if (isAwaited) writes.push(recheckRow(instanceLane(instance), message.id, now, { person: found.person }));
  writes.push(...(incoming.also ?? []));
  const isLast = placed?.write.set?.last_in_id === network_id;
  const lastIn = found && isLast ? { person: found.person, network_id } : null;
  return { writes, wakesLane: isAwaited || effects.wakesLane, now, lastIn, wake: effects.wake };
}

/** The write of the person's record, with what else the message changes there. */
function withPerson(write: ChatUpdate, { person }: ArrivalEffects): ChatUpdate {
  const { set, remove, if: also } = person;
  return { ...write, set: { ...write.set, ...set }, remove: [...write.remove, ...remove], if: [...write.if, ...also] };
}

function incomingRecord(
  deps: EventDeps,
  incoming: IncomingMessage,
  found: FoundPerson | null,
  replyTo: string | null,
): MessageRecord {
  const now = deps.clock.now();
  return {
    ...emptyMessage(),
    ...contentOf(incoming),
    id: incoming.id ?? deps.ids.next(ID_PREFIXES.message, now),
    account_id: incoming.account_id,
    instance_id: incoming.instance_id,
    phone: incoming.phone ?? found?.known?.phone ?? null,
    // Phone and private id of one person are one chat, whichever was learnt first.
    chat_id: found?.known?.chat_id ?? incoming.chat_id,
    participant: incoming.participant,
    contact_name: incoming.contact_name,
    direction: incoming.from_me ? "out" : "in",
    status: incoming.from_me ? "sent" : "received",
    origin: incoming.from_me ? "phone" : "contact",
    reply_to: replyTo,
    written_at: wireTime(incoming.written_at),
    created_at: wireTime(now),
    person: found?.person ?? null,
    network_id: incoming.network_id,
    network_chat: incoming.chat_id,
    network_server_id: incoming.network_server_id ?? null,
    ttl: keptUntil(now),
  };
}

import { ID_PREFIXES } from "../../contracts/ids.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { type BotsRecord, botsRecords } from "../../records/answers/bots.ts";
import { type ChatSpot, sharedChat, sharedRecords, sharedSpot } from "../../records/chats/chat-spot.ts";
import type { ChatUpdate } from "../../records/chats/chat-update.ts";
import { type EventRoute, eventWrites, routeKeys, routeOf, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import { emptyMessage, keptUntil, messageItem } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { type FoundPerson, readPersonWith } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type Item, type Key, TransactionRefused, type Write } from "../../store/table.ts";
import { countReceived } from "./count-received.ts";
import { contentOf, eventTypeOf } from "./describe-received.ts";
import { findMessage, isStoredEarlier } from "./find-message.ts";
import type { IncomingMessage } from "./incoming-message.ts";
import { mergePerson } from "./merge-person.ts";
import { type ArrivalDeps, type ArrivalEffects, NO_EFFECTS, noticeArrival } from "./notice-arrival.ts";
import { placeInChat, placeWithPerson } from "./place-in-chat.ts";
import { recoverMessage } from "./recover-message.ts";

/**
 * Stores one incoming message with its event and its place in its chat, once: the network may deliver it again after a
 * crash. A person's message opens their reply window and turns what waits for them into replies; one in a group opens
 * nobody's. What others publish in channels is not kept. One that was stored as unreadable gets its content. Spec:
 * Events, `message.received`, `message.sent_from_phone`, `group.message`; Number-protection rule, 1; chats.
 * @throws FenceLost when another task has taken over; TransactionRefused when what is stored never lets it in.
 * @returns stored false: it was known already.
 */
export async function receiveMessage(deps: ArrivalDeps, incoming: IncomingMessage): Promise<{ stored: boolean }> {
  const { instance_id: instance, fence, network_id } = incoming;
  const isChannel = chatKind(incoming.chat_id) === "channel";
  /** The item that refused the last try: the receiving state on another day, or the row of the network's id. */
  let fenceStood: Item | undefined;
  let isKnown = false;
  for (let tries = 1; ; tries++) {
    const around = await readAround(deps, incoming);
    const { found } = around;
    if (found && (await learnPair(deps, incoming, found))) continue;
    const author = incoming.from_me ? "out" : (found?.person ?? incoming.person);
    if (isChannel && !incoming.from_me) return { stored: await passOver(deps, incoming) };
    if (isKnown || (await isStoredEarlier(deps, { instance_id: instance, author, network_id }, found?.known))) {
      if (await recoverMessage(deps, incoming, author)) return { stored: true };
      return { stored: await passOver(deps, incoming) };
    }
    const plan = await planStorage(deps, incoming, author, around, fenceStood);
    try {
      await transactFenced(deps.table, instance, fence, plan.writes);
    } catch (error) {
      if (!(error instanceof TransactionRefused) || tries >= TRIES) throw error;
      // Stored already, another day has begun, or the chat's record moved: look again.
      isKnown = error.failed[ID_ROW] !== undefined;
      fenceStood = stoodAt(keys.receiving(instance), plan.writes, error) ?? fenceStood;
      continue;
    }
    // Groups are told of to few: who wakes a webhook's lane in vain pays for it.
    if (around.route.chosen.has(eventTypeOf(incoming))) await wakeEndpoint(deps, around.route);
    if (plan.wakesLane) await ensureWake(deps, instanceLane(instance), plan.now, null);
    // A write of its own, for half the price: an entry that is left is replayed, found to be stored, and deleted then.
    if (incoming.journal) await deps.table.write(incoming.journal);
    await plan.wake();
    return { stored: true };
  }
}

/** Nothing of it is stored: only its journal row goes. @returns false */
async function passOver(deps: EventDeps, { instance_id, fence, journal }: IncomingMessage): Promise<false> {
  if (journal) await transactFenced(deps.table, instance_id, fence, [journal]);
  return false;
}

/** Everything that storing the message writes, in one transaction, and whether the lane must look behind it. */
async function planStorage(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  author: string,
  { found, shared, route, bots }: Around,
  fenceStood: Item | undefined,
): Promise<{ writes: Write[]; wakesLane: boolean; now: Date; wake(): Promise<void> }> {
  const { instance_id: instance, network_id } = incoming;
  const quoted = incoming.quoted && (await findMessage(deps, { instance_id: instance, ...incoming.quoted }));
  const message = incomingRecord(deps, incoming, found, quoted?.id ?? null);
  const event = await messageEvent(deps, eventTypeOf(incoming), message);
  const now = deps.clock.now();
  const { id: message_id, account_id, ttl } = message;
  const placed = found
    ? placeWithPerson(found, incoming, message_id, now)
    : shared && placeInChat(shared, incoming, message_id, now);
  // The row of the network's id stands first (`ID_ROW`), and is absent for a message that comes the first time.
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
  return { writes, wakesLane: isAwaited || effects.wakesLane, now, wake: effects.wake };
}

/** The write of the person's record, with what else the message changes there. */
function withPerson(write: ChatUpdate, { person }: ArrivalEffects): ChatUpdate {
  const { set, remove, if: also } = person;
  return { ...write, set: { ...write.set, ...set }, remove: [...write.remove, ...remove], if: [...write.if, ...also] };
}

/** Where the row of the network's id stands among the writes. */
const ID_ROW = 0;
/** Tries for one person: fewer writers ever race, and a record that always refuses must not block those behind it. */
const TRIES = 50;

/** The item found where a write was refused; undefined: that write was not refused. */
function stoodAt({ pk, sk }: Key, writes: Write[], { failed }: TransactionRefused): Item | undefined {
  const at = writes.findIndex((write) => "update" in write && write.update.pk === pk && write.update.sk === sk);
  return failed[at] ?? undefined;
}

/** The person whose chat it is, or the group's or channel's chat, and where the event goes. */
interface Around {
  found: FoundPerson | null;
  shared: ChatSpot | null;
  route: EventRoute;
  /** Which automations are on; null: none, or the chat is not one of two. */
  bots: BotsRecord | null;
}

/** Reads its chat and its event's way in one request. */
async function readAround({ table }: EventDeps, incoming: IncomingMessage): Promise<Around> {
  const { account_id: account, instance_id: instance, person } = incoming;
  const places = routeKeys(account, instance);
  const place = sharedChat(instance, incoming.chat_id);
  if (place) {
    const items = await table.getMany([place, ...places]);
    const chat = sharedRecords(place).among(items, instance, place.sk);
    return {
      found: null,
      shared: sharedSpot(instance, place, chat),
      route: routeOf(account, instance, items),
      bots: null,
    };
  }
  const { found, items } = await readPersonWith(table, instance, person, [...places, keys.bots(instance)]);
  return { found, shared: null, route: routeOf(account, instance, items), bots: botsRecords.among(items, instance) };
}

/** Once a person: their private id and phone are tied together. @returns true when they were just now. */
async function learnPair(deps: EventDeps, incoming: IncomingMessage, { known }: FoundPerson): Promise<boolean> {
  const { phone, private_id: privateId } = incoming;
  if (phone === null || !privateId || known?.private_id === privateId) return false;
  await mergePerson(deps, incoming, { phone, private_id: privateId });
  return true;
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

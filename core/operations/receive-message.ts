import { ID_PREFIXES } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { type MessageRecord, messageView } from "../contracts/message.ts";
import type { PersonRecord } from "../contracts/person.ts";
import { wireTime } from "../domain/wire-time.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import { lookAgainRow } from "../lanes/look-again.ts";
import { keys } from "../store/keys.ts";
import { instanceLane } from "../store/lane-names.ts";
import { TransactionRefused, type Write } from "../store/table.ts";
import { messageIndex } from "./accept-message.ts";
import { transactFenced } from "./fence.ts";
import { messageEvent } from "./message-events.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "./publish-event.ts";

/** A message the session got from the network: written by the other side, or typed on the linked phone. */
export interface IncomingMessage {
  account_id: string;
  instance_id: string;
  /** The fence with which the session began. */
  fence: number;
  network_id: string;
  chat_id: string;
  phone: string | null;
  /** Phone digits when known, else the private id (`…@lid`): whose message it is. */
  person: string;
  participant: string | null;
  contact_name: string | null;
  from_me: boolean;
  type: "text";
  body: string | null;
  written_at: Date;
  network_bytes: Uint8Array | null;
  /** Deletes the session's own record of the plaintext, in the same commit. */
  journal: Write | null;
}

const DAY_MS = 86_400_000;

/**
 * Stores one incoming message with its event, once: the network may deliver it again after a crash. A person's message
 * opens their reply window and turns what waits for them into replies. Spec: Events, `message.received`,
 * `message.sent_from_phone`; Number-protection rule, 1.
 * @throws FenceLost when another task has taken over. @returns stored false: it was known already.
 */
export async function receiveMessage(deps: LaneDeps, incoming: IncomingMessage): Promise<{ stored: boolean }> {
  const { instance_id: instance, fence } = incoming;
  const networkKey = keys.networkId(instance, incoming.from_me ? "out" : incoming.person, incoming.network_id);
  for (;;) {
    if (await deps.table.get(networkKey)) {
      if (incoming.journal) await transactFenced(deps.table, instance, fence, [incoming.journal]);
      return { stored: false };
    }
    const personPlace = keys.person(instance, incoming.person);
    const known = (await deps.table.get(personPlace)) as PersonRecord | null; // written by these operations
    const route = await eventRoute(deps, incoming.account_id, instance);
    const now = deps.clock.now();
    const message = incomingRecord(deps, incoming, now);
    const event = messageEvent(incoming.from_me ? "message.sent_from_phone" : "message.received", message);
    const wakesLane = !incoming.from_me && (known?.waiting ?? 0) > 0;

    const writes: Write[] = [
      {
        put: { ...networkKey, message_id: message.id, account_id: message.account_id, ttl: message.ttl },
        if: [{ item: "absent" }],
      },
      { put: { ...keys.message(message.account_id, message.id), ...messageIndex(message), ...message } },
      ...eventWrites(deps, route, event, now),
      personUpdate(incoming, known),
    ];
    if (wakesLane) {
      writes.push(lookAgainRow(instanceLane(instance), message.id, now, { person: incoming.person }));
    }
    if (incoming.journal) writes.push(incoming.journal);
    try {
      await transactFenced(deps.table, instance, fence, writes);
    } catch (error) {
      if (error instanceof TransactionRefused) continue; // stored meanwhile, or the person's record moved: look again
      throw error;
    }
    await wakeEndpoint(deps, route);
    if (wakesLane) await ensureWake(deps, instanceLane(instance), now, null);
    return { stored: true };
  }
}

function incomingRecord(deps: LaneDeps, incoming: IncomingMessage, now: Date): MessageRecord {
  return {
    ...(messageView({}) as MessageRecord), // every public key, null
    id: deps.ids.next(ID_PREFIXES.message, now),
    account_id: incoming.account_id,
    instance_id: incoming.instance_id,
    phone: incoming.phone,
    chat_id: incoming.chat_id,
    participant: incoming.participant,
    contact_name: incoming.contact_name,
    direction: incoming.from_me ? "out" : "in",
    status: incoming.from_me ? "sent" : "received",
    type: incoming.type,
    origin: incoming.from_me ? "phone" : "contact",
    body: incoming.body,
    written_at: wireTime(incoming.written_at),
    created_at: wireTime(now),
    person: incoming.person,
    class: null,
    step: "done",
    row: null,
    text_version: 0,
    network_id: incoming.network_id,
    network_chat: incoming.chat_id,
    network_bytes: incoming.network_bytes,
    ttl: Math.floor((now.getTime() + LIMITS.retentionDays * DAY_MS) / 1000),
  };
}

/** Refused when the count of waiting messages is not as read: then it must be decided again whether the lane looks. */
function personUpdate(incoming: IncomingMessage, known: PersonRecord | null): Write {
  const place = keys.person(incoming.instance_id, incoming.person);
  const set: Record<string, unknown> = { phone: incoming.phone, chat_id: incoming.chat_id };
  if (incoming.from_me) return { update: place, set };
  if (incoming.contact_name !== null) set.contact_name = incoming.contact_name;
  const writtenAt = incoming.written_at.toISOString();
  // Messages that waited while we were offline may come in any order: the window only moves forward.
  if (known?.last_in_at === undefined || known.last_in_at < writtenAt) set.last_in_at = writtenAt;
  return {
    update: place,
    set,
    if: [
      known?.waiting === undefined
        ? { field: "waiting", is: "missing" }
        : { field: "waiting", op: "=", value: known.waiting },
      known?.last_in_at === undefined
        ? { field: "last_in_at", is: "missing" }
        : { field: "last_in_at", op: "=", value: known.last_in_at },
    ],
  };
}

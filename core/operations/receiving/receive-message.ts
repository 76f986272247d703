import { chatKind } from "../../domain/messages/chat-id.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import { wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import { rememberLastIn } from "../../records/last-in.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { FoundPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type Item, type Key, TransactionRefused, type Write } from "../../store/table.ts";
import { eventTypeOf } from "./describe-received.ts";
import { findOtherForm } from "./find-other-form.ts";
import type { IncomingMessage } from "./incoming-message.ts";
import { mergePerson } from "./merge-person.ts";
import type { ArrivalDeps } from "./notice-arrival.ts";
import {
  type Around,
  type Arrival,
  isNewForm,
  isNewPair,
  planArrival,
  readAround,
  wasStoredEarlier,
} from "./plan-arrival.ts";
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
  const { instance_id: instance, fence } = incoming;
  const isChannel = chatKind(incoming.chat_id) === "channel";
  /** The item that refused the last attempt: the receiving state on another day, or the row of the network's id. */
  let fenceStood: Item | undefined;
  let isKnown = false;
  for (let tries = 1; ; tries++) {
    const around = await readAround(deps, incoming);
    const { found } = around;
    if (found && (await learnPair(deps, incoming, found))) continue;
    const author = incoming.from_me ? "out" : (found?.person ?? incoming.person);
    if (isChannel && !incoming.from_me) return { stored: await passOver(deps, incoming) };
    if (isKnown || (await wasStoredEarlier(deps, incoming, author, around))) {
      if (await recoverMessage(deps, incoming, author)) return { stored: true };
      return { stored: await passOver(deps, incoming) };
    }
    const plan = await planArrival(deps, incoming, author, around, fenceStood);
    try {
      await transactFenced(deps.table, instance, fence, plan.writes);
    } catch (error) {
      if (!(error instanceof TransactionRefused) || tries >= TRIES) throw error;
      // Already stored, another day has started, or the chat's record moved: read again.
      isKnown = error.failed[ID_ROW] !== undefined;
      fenceStood = stoodAt(keys.receiving(instance), plan.writes, error) ?? fenceStood;
      continue;
    }
    await tellArrived(deps, incoming, around, plan);
    // A separate write, for half the price: a leftover entry is replayed, found to be stored, and deleted then.
    if (incoming.journal) await deps.table.write(incoming.journal);
    return { stored: true };
  }
}

/**
 * Stores a plain text with the writes of `incoming.also`, in one transaction, if nothing at all is in its way.
 * @returns the work for after the commit; null: nothing was written, and it takes the way of `receiveMessage`.
 * @throws FenceLost; passing errors.
 */
export async function receiveAtOnce(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
): Promise<(() => Promise<void>) | null> {
  const around = await readAround(deps, incoming);
  const { found } = around;
  if (chatKind(incoming.chat_id) === "channel" || (found && (isNewPair(incoming, found) || isNewForm(incoming, found))))
    return null;
  if (found && (await findOtherForm(deps.table, incoming, found)) !== null) return null;
  const author = incoming.from_me ? "out" : (found?.person ?? incoming.person);
  if (await wasStoredEarlier(deps, incoming, author, around)) return null;
  const plan = await planArrival(deps, incoming, author, around, undefined);
  try {
    await transactFenced(deps.table, incoming.instance_id, incoming.fence, plan.writes);
  } catch (error) {
    if (error instanceof TransactionRefused) return null;
    throw error;
  }
  return () => tellArrived(deps, incoming, around, plan);
}

/** Wakes everything that has work because of it. */
async function tellArrived(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  { route }: Around,
  plan: Arrival,
): Promise<void> {
  if (plan.lastIn !== null) rememberLastIn(deps.table, incoming, plan.lastIn.person, plan.lastIn.network_id);
  // Few accounts get events of groups: a needless wake-up of a webhook's lane costs money.
  if (route.chosen.has(eventTypeOf(incoming))) await wakeEndpoint(deps, route);
  if (plan.wakesLane) await ensureWake(deps, instanceLane(incoming.instance_id), plan.now, null);
  await plan.wake();
}

/** Nothing of it is stored: only its journal row is removed. @returns false */
async function passOver(deps: EventDeps, { instance_id, fence, journal }: IncomingMessage): Promise<false> {
  if (journal) await transactFenced(deps.table, instance_id, fence, [journal]);
  return false;
}

/** The index of the row of the network's id among the writes. */
const ID_ROW = 0;
/** Attempts for one person: fewer writers ever race, and a record that always refuses must not block those after it. */
const TRIES = 50;

/** The item found where a write was refused; undefined: that write was not refused. */
function stoodAt({ pk, sk }: Key, writes: Write[], { failed }: TransactionRefused): Item | undefined {
  const at = writes.findIndex((write) => "update" in write && write.update.pk === pk && write.update.sk === sk);
  return failed[at] ?? undefined;
}

/**
 * Once a person: their private id and phone are tied together, or both forms of their number. @returns true when they were
 * just now.
 */
async function learnPair(deps: EventDeps, incoming: IncomingMessage, found: FoundPerson): Promise<boolean> {
  const { phone, private_id: privateId } = incoming;
  const form = isNewForm(incoming, found) ? found.person : await findOtherForm(deps.table, incoming, found);
  if (phone !== null && form !== null) {
    await mergePerson(deps, incoming, { phone, private_id: form });
    return true;
  }
  if (phone === null || !privateId || !isNewPair(incoming, found)) return false;
  await mergePerson(deps, incoming, { phone, private_id: privateId });
  return true;
}

import { ensureWake } from "../../lanes/ensure-wake.ts";
import { noteCame } from "../../records/chats/came-lately.ts";
import { rememberTimer } from "../../records/chats/remembered-timer.ts";
import { wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import { rememberLastIn } from "../../records/last-in.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type Item, type Key, TransactionRefused, type Write } from "../../store/table.ts";
import { wakeChat } from "../answers/note-chat-text.ts";
import { countFigure } from "../figures/count-figures.ts";
import type { ArrivalDeps, Refusal } from "./arrival-context.ts";
import { type Arrival, ID_ROW } from "./decide-arrival.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * Stores a message in one transaction with all the changes that it causes. Call `wakeForArrival` afterwards.
 * @throws FenceLost if another task has taken over; transient errors.
 * @returns null if the message was stored. Otherwise nothing was written, because the message was already stored, a new
 * day has started, or its chat's record changed; in that case, reread the context and retry.
 */
export async function commitArrival(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  { writes, came, counted }: Arrival,
): Promise<Refusal | null> {
  const { instance_id: instance, fence } = incoming;
  // This must happen before the commit, because code that reads the chat right after the commit needs to know when the
  // last message arrived.
  if (came) noteCame(deps.table, incoming, came);
  try {
    await transactFenced(deps.table, instance, fence, writes);
    if (counted) countFigure(deps.table, instance, counted);
    return null;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const isStored = error.failed[ID_ROW] !== undefined;
    return { isStored, receiving: foundAt(keys.receiving(instance), writes, error), error };
  }
}

/** Returns the existing item that caused a write to be refused, or undefined if a different write was refused. */
function foundAt({ pk, sk }: Key, writes: Write[], { failed }: TransactionRefused): Item | undefined {
  const at = writes.findIndex((write) => "update" in write && write.update.pk === pk && write.update.sk === sk);
  return failed[at] ?? undefined;
}

/**
 * Wakes the lanes that have work to do now that a message is stored. If a crash prevents this, the sweep wakes them.
 */
export async function wakeForArrival(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  { lastIn, timer, wakes }: Arrival,
): Promise<void> {
  const { instance_id: instance } = incoming;
  if (lastIn !== null) rememberLastIn(deps.table, incoming, lastIn.person, lastIn.network_id);
  if (timer !== null) rememberTimer(deps.table, incoming, timer.person, timer);
  if (wakes.endpoint) await wakeEndpoint(deps, wakes.endpoint);
  if (wakes.lane) await ensureWake(deps, instanceLane(instance), wakes.lane, null);
  if (wakes.answer) await wakeChat(deps, instance, wakes.answer);
}

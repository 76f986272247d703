import { HOUR_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import {
  countInFence,
  countingDay,
  countOn,
  heldIn,
  type InboxCounts,
  type InboxExtras,
  mergedDays,
} from "../../records/day-counts.ts";
import type { PersonRecord } from "../../records/person.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table, Write } from "../../store/table.ts";

/** The facts needed to count a received message. */
interface Came {
  instance_id: InstanceId;
  from_me: boolean;
  written_at: Date;
}

/** How long after a first message a reply still counts as a response to it. */
const ANSWER_MS = 72 * HOUR_MS;

/** The local day that an instance's messages currently count toward. */
export interface CountingDay {
  day: string;
  /**
   * The receiving state as read, or as returned by the last attempt if the state caused that attempt to be refused.
   * Undefined if the state is assumed to be on that day already.
   */
  receiving: Item | undefined;
}

/**
 * Reads the day that a message counts toward. @param refused the receiving state returned by the last attempt, if the
 * state caused that attempt to be refused.
 */
export async function readCountingDay(
  table: Table,
  instance: InstanceId,
  now: Date,
  refused: Item | undefined,
): Promise<CountingDay> {
  const day = await countingDay(table, instance, now);
  return { day, receiving: refused ?? (await receivingUnlessHeld(table, instance, day)) };
}

/**
 * Counts a message toward the number's safety score. The message was either received from a person or typed to them on
 * the phone.
 * @param extras further effects of the message.
 */
export function countReceived(
  { instance_id: instance, from_me, written_at }: Came,
  known: PersonRecord | null,
  { day, receiving }: CountingDay,
  extras: InboxExtras = {},
): Write[] {
  const { first_out_day: first, first_out_at } = known ?? {};
  const isAnswer = !from_me && first !== undefined && isWithin(ANSWER_MS, first_out_at, written_at);
  const seen: InboxCounts = from_me ? { messages_out: 1 } : { messages_in: 1 };
  const also = isAnswer && first === day ? { ...seen, new_answered: 1 } : seen;
  const writes = countInFence(instance, day, also, receiving);
  if (isAnswer && first !== day) writes.push(countOn(instance, first, "in", { new_answered: 1 }));
  if (extras.opt_outs !== undefined) writes.push(countOn(instance, day, "in", extras));
  return mergedDays(writes);
}

/** The last known day of each instance's receiving state. */
const HELD_DAYS = new CacheSlot<string>("days that receiving states hold", 10_000);

/**
 * Reads the receiving state for the first count of each day. After that, returns undefined: the state is assumed to be
 * on that day already, and the write verifies it.
 */
async function receivingUnlessHeld(table: Table, instance: InstanceId, day: string): Promise<Item | undefined> {
  const known = cachesOf(table).at(HELD_DAYS);
  if (known.get(instance) === day) return undefined;
  const fence = await table.get(keys.receiving(instance));
  const held = heldIn(fence)?.day;
  // The day whose counts are about to be written, unless the state has already moved to a later day.
  known.set(instance, held !== undefined && held > day ? held : day);
  return fence ?? undefined;
}

const isWithin = (ms: number, from: string | undefined, to: Date) =>
  from !== undefined && to.getTime() - Date.parse(from) <= ms;

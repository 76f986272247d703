import { DAY_MS, MINUTE_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { localDay } from "../domain/protection/local-time.ts";
import type { DayCounts } from "../domain/protection/safety-facts.ts";
import type { SendingState } from "../domain/protection/sending-state.ts";
import { COUNTS_KEPT_DAYS } from "../domain/protection/warm-up-days.ts";
import { CacheSlot, cachesOf } from "../store/caches.ts";
import { keys } from "../store/keys.ts";
import type { Claim, Item, Table, Write } from "../store/table.ts";

/** The counter names. `new_in_time` counts first messages delivered within 24 hours. */
export const COUNTERS = [
  "messages_in",
  "messages_out",
  "new_sent",
  "new_delivered",
  "new_in_time",
  "new_answered",
  "not_on_messenger",
  "broadcast_sent",
  "opt_outs",
  "refused_closes",
] as const;
/** One of the counters. */
export type DayCounter = (typeof COUNTERS)[number];

/**
 * The part of the session doing the counting: its inbox or its lane. Each has its own item, so neither has to wait for
 * the other.
 */
export type CountingSide = "in" | "out";

type Counts = Partial<Record<DayCounter, number>>;

/**
 * One day's counts, held in an item that is written anyway: the receiving state for the inbox, the sending state for
 * the lane. The first count on a later day moves them into the day's own item, so each day's counts are moved only
 * once.
 */
export interface HeldCounts extends Counts {
  day: string;
}

/** How many days the counters are stored, which is long enough for every morning that has yet to be counted. */
const KEPT_DAYS = COUNTS_KEPT_DAYS + 1;
const TEXT = "text_";
const PUT_AWAY = "put_away";
/** The maximum number of items on both sides for all stored days. */
const ITEMS_MAX = 2 * (KEPT_DAYS + 1);

/**
 * Counts an occurrence on an instance's local day, in the same transaction as the occurrence itself.
 * @param textHash the hash of a first message's text, used to count messages per text.
 */
export function countOn(
  instance: InstanceId,
  day: string,
  side: CountingSide,
  add: Counts,
  textHash?: string,
): DayWrite {
  return {
    update: keys.dayCounts(instance, day, side),
    set: { ttl: Math.floor(Date.parse(day) / 1000) + (KEPT_DAYS * DAY_MS) / 1000 },
    add: { ...add, ...(textHash !== undefined && { [TEXT + textHash]: 1 }) },
  };
}
type DayWrite = Extract<Write, { update: unknown }>;

/**
 * Permanently moves a day's counts into that day's own item. A marker tells any reader that fetched the counts before
 * the move that the item is now complete.
 */
function putAway(instance: InstanceId, side: CountingSide, { day, ...counts }: HeldCounts): DayWrite {
  const write = countOn(instance, day, side, counts);
  return { ...write, set: { ...write.set, [PUT_AWAY]: true } };
}

/**
 * Adds to a day's counts. The caller writes the item that contains the counts, on the condition that it is unchanged.
 * @returns the counts to store in that item, and the writes to the days' own items: for a day that is over, or for a
 * day before the one in the item.
 */
export function countHeld(
  instance: InstanceId,
  side: CountingSide,
  held: HeldCounts | undefined,
  day: string,
  add: Counts,
): { held: HeldCounts; writes: DayWrite[] } {
  if (held === undefined) return { held: { day, ...add }, writes: [] };
  if (day < held.day) return { held, writes: [countOn(instance, day, side, add)] };
  if (day > held.day) return { held: { day, ...add }, writes: [putAway(instance, side, held)] };
  const sums = Object.entries(add).map(([counter, by]) => [counter, (held[counter as DayCounter] ?? 0) + by]); // its own keys
  return { held: { ...held, ...Object.fromEntries(sums) }, writes: [] };
}

/** The inbox counters held in the receiving state. */
const IN_FENCE = ["messages_in", "messages_out", "new_answered"] as const satisfies readonly DayCounter[];
/** The inbox counts held in the receiving state. */
export type InboxCounts = Partial<Record<(typeof IN_FENCE)[number], number>>;

/** Inbox counts that are too rare for the receiving state. They are written directly to the day's item. */
export type InboxExtras = Partial<Record<"opt_outs", number>>;

/**
 * Adds the inbox's counts to the receiving state, which is also the fence of the same transaction (`transactFenced`).
 * @param stood the receiving state as it was read, or as it was when it refused these writes; undefined if it is
 * assumed to contain the day's counts already.
 */
export function countInFence(instance: InstanceId, day: string, add: InboxCounts, stood?: Item): DayWrite[] {
  const place = keys.receiving(instance);
  const held = heldIn(stood);
  if (stood === undefined || held?.day === day) {
    return [{ update: place, add, if: [{ field: "day", op: "=", value: day }] }];
  }
  if (held && day < held.day) return [countOn(instance, day, "in", add)];
  const set = Object.fromEntries(IN_FENCE.map((counter) => [counter, add[counter] ?? 0]));
  const turned: DayWrite = { update: place, set: { day, ...set }, if: ["day", ...IN_FENCE].map(asIn(stood)) };
  return held ? [turned, putAway(instance, "in", held)] : [turned];
}

const asIn =
  (item: Item) =>
  (field: string): Claim => {
    const value = item[field];
    if (typeof value !== "string" && typeof value !== "number") return { field, is: "missing" };
    return { field, op: "=", value };
  };

/** Returns the counts stored in the receiving state. */
export function heldIn(fence: Item | null | undefined): HeldCounts | undefined {
  if (typeof fence?.day !== "string") return undefined;
  const counts = IN_FENCE.map((counter) => [counter, Number(fence[counter]) || 0]);
  return { day: fence.day, ...Object.fromEntries(counts) };
}

/**
 * Merges all writes to the same day's item, because a day whose counts are moved may get another count in the same
 * transaction.
 */
export function mergedDays(writes: DayWrite[]): DayWrite[] {
  const byKey = new Map<string, DayWrite>();
  for (const write of writes) {
    const key = `${write.update.pk}|${write.update.sk}`;
    const before = byKey.get(key);
    byKey.set(key, before ? bothOf(before, write) : write);
  }
  return [...byKey.values()];
}

function bothOf(a: DayWrite, b: DayWrite): DayWrite {
  const add = { ...a.add };
  for (const [counter, by] of Object.entries(b.add ?? {})) add[counter] = (add[counter] ?? 0) + by;
  return { update: a.update, set: { ...a.set, ...b.set }, add };
}

/**
 * Reads the counts between two local days, inclusive, oldest first. Days without counts are left out.
 * @param held the counts from the receiving and the sending state, which must be read before this call.
 */
export async function readDayCounts(
  table: Table,
  instance: InstanceId,
  from: string,
  today: string,
  held: { in?: HeldCounts | undefined; out?: HeldCounts | undefined },
): Promise<DayCounts[]> {
  const { pk } = keys.dayCounts(instance, "", "in");
  const { items } = await table.query({ pk, from, to: `${today}#~`, limit: ITEMS_MAX });
  for (const side of ["in", "out"] as const) {
    const { day, ...counts } = held[side] ?? { day: "" };
    if (day < from || day > today) continue;
    const place = keys.dayCounts(instance, day, side);
    // If the counts were moved after the state was read, the day's item is already complete.
    if (!items.some((item) => item.sk === place.sk && item[PUT_AWAY] === true)) items.push({ ...place, ...counts });
  }
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const day = item.sk.slice(0, item.sk.indexOf("#"));
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([day, sides]) => dayCounts(day, sides, today));
}

function dayCounts(day: string, sides: Item[], today: string): DayCounts {
  const sum = (counter: DayCounter) => sides.reduce((total, side) => total + (Number(side[counter]) || 0), 0);
  const counts = Object.fromEntries(COUNTERS.map((counter) => [counter, sum(counter)])) as Record<DayCounter, number>;
  const texts = sides.flatMap((side) => Object.entries(side).filter(([field]) => field.startsWith(TEXT)));
  const { new_in_time, ...shown } = counts;
  return {
    day,
    ...shown,
    // Until the next day is over, some of the day's messages may still arrive within their 24 hours.
    new_undelivered:
      daysBetween(day, today) < 2 ? 0 : Math.max(0, counts.new_sent - counts.not_on_messenger - new_in_time),
    texts: Object.fromEntries(texts.map(([field, count]) => [field.slice(TEXT.length), Number(count)])),
  };
}

/** Returns the number of whole days from one local day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Returns the local day `days` days later, or earlier if negative. */
export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

interface KnownZone {
  zone: string;
  /** When the zone was read, in epoch ms. */
  at: number;
}
/** How long to cache a zone. Zones rarely change, and counting something on the wrong day does no harm. */
const ZONE_BELIEVED_MS = 10 * MINUTE_MS;
/** The cached time zones, by instance. */
const ZONES = new CacheSlot<KnownZone>("time zones for counting", 10_000);

/** Returns the instance's current local day for counting. The time zone is read at most once every ten minutes. */
export async function countingDay(table: Table, instance: InstanceId, now: Date): Promise<string> {
  const known = cachesOf(table).at(ZONES);
  const believed = known.get(instance);
  if (believed && Math.abs(now.getTime() - believed.at) < ZONE_BELIEVED_MS) return localDay(now, believed.zone);
  const sending = (await table.get(keys.sending(instance))) as Partial<SendingState> | null; // a sending state
  const zone = sending?.settings?.timezone ?? sending?.timezone ?? "UTC";
  known.set(instance, { zone, at: now.getTime() });
  return localDay(now, zone);
}

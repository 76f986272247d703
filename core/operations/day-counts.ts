import type { PaceState } from "../contracts/protection.ts";
import { localDay } from "../domain/protection/local-time.ts";
import type { DayCounts } from "../domain/protection/safety-facts.ts";
import { keys } from "../store/keys.ts";
import type { Item, Table, Write } from "../store/table.ts";

/** What is counted as it happens. `new_in_time`: arrived within 24 hours. */
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
export type Counter = (typeof COUNTERS)[number];

/** Who counts: the session's inbox, or its lane. An item each, so that the two never wait for one another. */
export type CountingSide = "in" | "out";

/** Longer than the whole warm-up takes. */
const KEPT_DAYS = 100;
const DAY_MS = 86_400_000;
const TEXT = "text_";
/** Both sides of that many days. */
const ITEMS_MAX = 2 * (KEPT_DAYS + 1);

/**
 * Counts something on a local day of an instance; for the transaction in which it happens.
 * @param textHash of a first message, counted among those of the same text.
 */
export function countOn(
  instance: string,
  day: string,
  side: CountingSide,
  add: Partial<Record<Counter, number>>,
  textHash?: string,
): Write {
  return {
    update: keys.dayCounts(instance, day, side),
    set: { ttl: Math.floor(Date.parse(day) / 1000) + (KEPT_DAYS * DAY_MS) / 1000 },
    add: { ...add, ...(textHash !== undefined && { [TEXT + textHash]: 1 }) },
  };
}

/** What was counted from one local day to another, both included, oldest first; days without anything are left out. */
export async function readDayCounts(table: Table, instance: string, from: string, today: string): Promise<DayCounts[]> {
  const { pk } = keys.dayCounts(instance, "", "in");
  const { items } = await table.query({ pk, from, to: `${today}#~`, limit: ITEMS_MAX });
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const day = item.sk.slice(0, item.sk.indexOf("#"));
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days].map(([day, sides]) => dayCounts(day, sides, today));
}

function dayCounts(day: string, sides: Item[], today: string): DayCounts {
  const sum = (counter: Counter) => sides.reduce((total, side) => total + (Number(side[counter]) || 0), 0);
  const counts = Object.fromEntries(COUNTERS.map((counter) => [counter, sum(counter)])) as Record<Counter, number>;
  const texts = sides.flatMap((side) => Object.entries(side).filter(([field]) => field.startsWith(TEXT)));
  const { new_in_time, ...shown } = counts;
  return {
    day,
    ...shown,
    // Before the day after it has passed, some of a day's messages may still arrive in time.
    new_undelivered:
      daysBetween(day, today) < 2 ? 0 : Math.max(0, counts.new_sent - counts.not_on_messenger - new_in_time),
    texts: Object.fromEntries(texts.map(([field, count]) => [field.slice(TEXT.length), Number(count)])),
  };
}

/** Whole days from one local day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The local day this many days before or after. */
export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

interface KnownZone {
  zone: string;
  /** Epoch ms of the read. */
  at: number;
}
const zones = new WeakMap<Table, Map<string, KnownZone>>();
/** Zones hardly ever change, and a count on the day beside does no harm. */
const ZONE_BELIEVED_MS = 10 * 60_000;
const ZONES_KEPT = 10_000;

/** The instance's local day, for counting: its zone is read anew every ten minutes at most. */
export async function countingDay(table: Table, instance: string, now: Date): Promise<string> {
  const known = zones.get(table) ?? new Map<string, KnownZone>();
  zones.set(table, known);
  const believed = known.get(instance);
  if (believed && Math.abs(now.getTime() - believed.at) < ZONE_BELIEVED_MS) return localDay(now, believed.zone);
  const pace = (await table.get(keys.pace(instance))) as Partial<PaceState> | null; // a PACE item
  const zone = pace?.settings?.timezone ?? pace?.timezone ?? "UTC";
  if (known.size >= ZONES_KEPT) known.clear();
  known.set(instance, { zone, at: now.getTime() });
  return localDay(now, zone);
}

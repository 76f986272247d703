import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import type { Table, Write } from "../store/table.ts";
import { countOn, dayPlus, type HeldCounts, readDayCounts } from "./day-counts.ts";

/**
 * A number's state on the morning of a day: its daily limit on new people, its warm-up stage, and its safety score (0
 * to 100).
 */
export interface DayProtection {
  cap: number;
  stage: number;
  safety: number;
}

/** Stores the number's state alongside the day's counts, in the transaction that records the morning. */
export function noteDayProtection(instance: InstanceId, day: string, { cap, stage, safety }: DayProtection): Write {
  const write = countOn(instance, day, "out", {});
  return { update: write.update, set: { ...write.set, cap, stage, safety } };
}

/** A past day as customers see it. Values that weren't recorded that day are null. */
export interface PastDay extends Record<keyof DayProtection, number | null> {
  day: string;
  new_people: number;
  messages: number;
}

/**
 * Reads a number's most recent days, oldest first. Days without counts or a recorded state are left out.
 * @param days how many days to read, limited to those still stored. @param held as for `readDayCounts`.
 */
export async function readPastDays(
  table: Table,
  instance: InstanceId,
  { today, days }: { today: string; days: number },
  held: { in?: HeldCounts | undefined; out?: HeldCounts | undefined },
): Promise<PastDay[]> {
  const from = dayPlus(today, 1 - days);
  const counts = await readDayCounts(table, instance, from, today, held);
  const places = counts.map(({ day }) => keys.dayCounts(instance, day, "out"));
  const items = await table.getMany(places);
  return counts.map(({ day, new_sent, messages_out }) => {
    const item = items.find(({ sk }) => sk === keys.dayCounts(instance, day, "out").sk);
    const known = (field: keyof DayProtection) => (typeof item?.[field] === "number" ? item[field] : null);
    return {
      day,
      new_people: new_sent,
      messages: messages_out,
      ...{ cap: known("cap"), stage: known("stage") },
      safety: known("safety"),
    };
  });
}

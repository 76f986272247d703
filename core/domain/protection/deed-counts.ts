import { DAY_MS } from "../../contracts/durations.ts";
import { DEED_NAMES, type Deed, deedLimit } from "../../contracts/protection/deeds.ts";
import type { Protection } from "../../contracts/protection-state.ts";

/** The limited actions of one local day, `2026-11-20`; absent ones did not happen. */
export type DeedCounts = { day: string } & Partial<Record<Deed, number>>;

/** A day further ahead was written by a wrong clock: zones differ by at most 26 hours. */
const DAYS_AHEAD_MAX = 2;

/**
 * Those of the stored actions that count today. Days only move forward (a zone further west must not grant a day's
 * actions twice), except from one that a wrong clock wrote: its actions count today.
 */
export function deedsToday(stored: Readonly<Record<string, unknown>>, today: string): DeedCounts {
  const { day } = stored;
  const counts = Object.fromEntries(
    DEED_NAMES.flatMap((kind) => (isCount(stored[kind]) ? [[kind, stored[kind]]] : [])),
  ) as Partial<Record<Deed, number>>; // counts by the names of actions
  if (typeof day !== "string" || !(Date.parse(day) >= Date.parse(today))) return { day: today };
  const isFarAhead = Date.parse(day) - Date.parse(today) > DAYS_AHEAD_MAX * DAY_MS;
  return { ...counts, day: isFarAhead ? today : day };
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** Today's actions beside their limits. Spec: Instance, `protection`. */
export function deedsView(counts: DeedCounts, stage: number): Protection["deeds"] {
  const rows = DEED_NAMES.map((kind) => {
    const [used, limit] = [counts[kind] ?? 0, deedLimit(kind, stage)];
    return [kind, { limit, used, left: Math.max(0, limit - used) }];
  });
  return Object.fromEntries(rows) as Protection["deeds"]; // a row for each name
}

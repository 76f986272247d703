import { DAY_MS } from "../../contracts/durations.ts";
import { actionLimit, LIMITED_ACTION_NAMES, type LimitedAction } from "../../contracts/protection/limited-actions.ts";
import type { Protection } from "../../contracts/protection-state.ts";

/** The number of limited actions on a local day, e.g. `2026-11-20`. Actions that haven't been performed are absent. */
export type ActionCounts = { day: string } & Partial<Record<LimitedAction, number>>;

/** Time zones differ by at most 26 hours, so a day further ahead than this must be due to a wrong clock. */
const DAYS_AHEAD_MAX = 2;

/**
 * Returns the stored actions that count toward today. Days only move forward, so switching to a time zone further west
 * can't grant a day's actions twice. The exception is a day far ahead that came from a wrong clock, whose actions count
 * toward today.
 */
export function actionsToday(stored: Readonly<Record<string, unknown>>, today: string): ActionCounts {
  const { day } = stored;
  const counts = Object.fromEntries(
    LIMITED_ACTION_NAMES.flatMap((kind) => (isCount(stored[kind]) ? [[kind, stored[kind]]] : [])),
  ) as Partial<Record<LimitedAction, number>>; // counts by the names of actions
  if (typeof day !== "string" || !(Date.parse(day) >= Date.parse(today))) return { day: today };
  const isFarAhead = Date.parse(day) - Date.parse(today) > DAYS_AHEAD_MAX * DAY_MS;
  return { ...counts, day: isFarAhead ? today : day };
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** Builds today's actions with their limits. Spec: Instance, `protection`. */
export function actionsView(counts: ActionCounts, stage: number): Protection["deeds"] {
  const rows = LIMITED_ACTION_NAMES.map((kind) => {
    const [used, limit] = [counts[kind] ?? 0, actionLimit(kind, stage)];
    return [kind, { limit, used, left: Math.max(0, limit - used) }];
  });
  return Object.fromEntries(rows) as Protection["deeds"]; // one row per name
}

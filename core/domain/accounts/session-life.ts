import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";

/** Whether a panel session has expired, either because of its age or because it has been idle for too long. */
export function isSessionOver(
  { created_at, last_seen_at }: { created_at: string; last_seen_at: string },
  now: Date,
): boolean {
  const idleMs = now.getTime() - Date.parse(last_seen_at);
  const ageMs = now.getTime() - Date.parse(created_at);
  return idleMs >= PANEL_LIMITS.sessionIdleHours * HOUR_MS || ageMs >= PANEL_LIMITS.sessionDays * DAY_MS;
}

import type { LaneRow } from "../../lanes/lane.ts";

/**
 * Returns when a row is due, in epoch milliseconds. A row that was already due when it entered the lane stays due even
 * if the clock is set back. A row that wasn't due yet retains its due time.
 */
export function dueAt({ due, put_at }: Pick<LaneRow, "due" | "put_at">, now: Date): number {
  const dueMs = Date.parse(due);
  const wasDue = dueMs <= Date.parse(put_at);
  return wasDue ? Math.min(dueMs, now.getTime()) : dueMs;
}

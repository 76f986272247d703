import type { BroadcastStatus, BroadcastWait } from "../../contracts/broadcasts/broadcast-states.ts";
import { nightAt, type QuietHours } from "../protection/night.ts";

/**
 * A group of recipients waiting for the same thing. `until` is when the first of them can receive the message, or null
 * if that doesn't depend on time.
 */
export interface Wait {
  reason: BroadcastWait;
  count: number;
  until: Date | null;
}

/** The fields of a broadcast that determine why its recipients are waiting. */
export interface WaitingBroadcast {
  status: BroadcastStatus;
  start_at: string | null;
  rest?: { until: string; their_night: number; another_broadcast: number };
}

/**
 * Returns when a resting broadcast will continue, or null if it isn't resting. A running broadcast rests after all its
 * waiting recipients were skipped.
 */
export function restsUntil({ status, rest }: WaitingBroadcast, now: Date): Date | null {
  const until = status === "running" && rest ? new Date(rest.until) : null;
  return until && until > now ? until : null;
}

/**
 * Returns why a broadcast's recipients are waiting. The counts add up to `waiting`. Returns an empty list for a paused
 * broadcast, because its status explains the wait.
 * @param quiet the number's quiet hours. Spec: broadcasts, `progress`.
 */
export function waitingFor(broadcast: WaitingBroadcast, waiting: number, quiet: QuietHours, now: Date): Wait[] {
  const { status, start_at: startAt, rest } = broadcast;
  if (waiting === 0) return [];
  if (status === "scheduled")
    return [{ reason: "start_at", count: waiting, until: startAt ? new Date(startAt) : null }];
  if (status !== "running") return [];
  const until = restsUntil(broadcast, now);
  if (until && rest) {
    const their_night = Math.min(rest.their_night, waiting);
    const another_broadcast = Math.min(rest.another_broadcast, waiting - their_night);
    const waits: Wait[] = [
      { reason: "their_night", count: their_night, until },
      { reason: "another_broadcast", count: another_broadcast, until },
      { reason: "turn", count: waiting - their_night - another_broadcast, until: null },
    ];
    return waits.filter(({ count }) => count > 0);
  }
  const night = nightAt(now, quiet);
  return [{ reason: night ? "night" : "turn", count: waiting, until: night?.ends ?? null }];
}

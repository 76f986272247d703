import { LONGEST_TIMER_MS } from "../../../core/offset-clock.ts";
import type { MovableClock } from "../../machine/clock.ts";

/** One alarm on the movable clock. */
export interface ClockAlarm {
  /** Rings once when the clock reaches `atMs` (epoch milliseconds), or soon if it already has; null: never. */
  set(atMs: number | null): void;
  stop(): void;
}

/**
 * Creates an alarm that also rings if the clock is moved past its time. `ring` must not throw and sets the next time.
 */
export function clockAlarm(clock: MovableClock, ring: () => void): ClockAlarm {
  let timer: NodeJS.Timeout | undefined;
  let at: number | null = null;

  const look = () => {
    clearTimeout(timer);
    if (at === null) return;
    const waitMs = at - clock.now().getTime();
    if (waitMs > 0) {
      timer = setTimeout(look, Math.min(waitMs, LONGEST_TIMER_MS));
      return;
    }
    at = null;
    ring();
  };
  const stopListening = clock.onMove(look);

  return {
    set(atMs) {
      at = atMs;
      clearTimeout(timer);
      if (at === null) return;
      timer = setTimeout(look, Math.min(Math.max(0, at - clock.now().getTime()), LONGEST_TIMER_MS));
    },
    stop() {
      at = null;
      clearTimeout(timer);
      stopListening();
    },
  };
}

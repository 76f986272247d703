import { LONGEST_TIMER_MS } from "../../../core/offset-clock.ts";
import type { MovableClock } from "../../machine/clock.ts";

/** An alarm on the movable clock. */
export interface ClockAlarm {
  /**
   * Sets the alarm to go off once when the clock reaches `atMs` (epoch milliseconds), or almost immediately if the
   * clock has already passed it. Null means never.
   */
  set(atMs: number | null): void;
  stop(): void;
}

/** How long after a failure the alarm goes off again. */
const AGAIN_MS = 1_000;

/**
 * Creates an alarm that also goes off if the clock is moved past its time. `ring` sets the next time. If `ring` throws,
 * the error is reported and the alarm goes off again later, because an uncaught error in a timer would terminate the
 * process.
 */
export function clockAlarm(clock: MovableClock, ring: () => void, warn: (message: string) => void): ClockAlarm {
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
    try {
      ring();
    } catch (error) {
      warn(`Scheduled work failed and will be retried: ${String(error)}`);
      at = clock.now().getTime();
      clearTimeout(timer);
      timer = setTimeout(look, AGAIN_MS);
    }
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

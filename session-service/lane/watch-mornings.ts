import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { Clock } from "../../core/ports.ts";

/** A lane that can tell whether its number's morning is due. */
interface MorningLane {
  isMorningDue(now: Date): boolean;
}

const EVERY_MS = MINUTE_MS;
/**
 * The maximum number of lanes to wake concurrently. All numbers in a time zone are due in the same minute, and the
 * table has other work to do.
 */
const AT_ONCE = 20;

/**
 * Makes sure that each number is judged on each of its local mornings, even if its lane is always empty because the
 * number only receives. Checks every minute, according to `clock`, until `signal` aborts. A number whose turn is
 * missed, or whose check fails, is retried after all others.
 * @param wake triggers a check of the lane.
 */
export async function watchMornings<Lane extends MorningLane>(
  clock: Clock,
  lanes: () => readonly Lane[],
  wake: (lane: Lane) => void,
  signal: AbortSignal,
): Promise<void> {
  const woken = new WeakMap<Lane, number>();
  const lastWoken = (lane: Lane) => woken.get(lane) ?? 0;
  for (;;) {
    await clock.until(new Date(clock.now().getTime() + EVERY_MS), signal);
    if (signal.aborted) return;
    const now = clock.now();
    const due = lanes().filter((lane) => lane.isMorningDue(now));
    for (const lane of due.sort((a, b) => lastWoken(a) - lastWoken(b)).slice(0, AT_ONCE)) {
      woken.set(lane, now.getTime());
      wake(lane);
    }
  }
}

import type { Clock } from "../../core/ports.ts";
import type { LiveSession } from "../live-session.ts";
import { isMorningDue } from "./judge-in-time.ts";

const EVERY_MS = 60_000;
/** Those of one zone wake up at the same minute; the table has other work too. */
const AT_ONCE = 20;

/**
 * Has each number judged on each morning of its own, also one in whose lane nothing ever waits because it only receives:
 * looks every minute by `clock`, until `signal` aborts. What misses its turn, or fails, comes again behind all others.
 * @param wake has the session's lane looked at.
 */
export async function watchMornings(
  clock: Clock,
  sessions: () => readonly LiveSession[],
  wake: (session: LiveSession) => void,
  signal: AbortSignal,
): Promise<void> {
  const woken = new WeakMap<LiveSession, number>();
  const lastWoken = (session: LiveSession) => woken.get(session) ?? 0;
  for (;;) {
    await clock.until(new Date(clock.now().getTime() + EVERY_MS), signal);
    if (signal.aborted) return;
    const now = clock.now();
    const due = sessions().filter((session) => isMorningDue(session, now));
    for (const session of due.sort((a, b) => lastWoken(a) - lastWoken(b)).slice(0, AT_ONCE)) {
      woken.set(session, now.getTime());
      wake(session);
    }
  }
}

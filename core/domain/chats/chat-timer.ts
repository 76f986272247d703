/** A chat's disappearing timer as its record keeps it. */
export interface ChatTimer {
  /** Seconds after which its messages disappear; absent or 0 if they stay. */
  timer_sec?: number;
  /** When the timer was last changed, epoch ms; earlier reports have no effect. */
  timer_ms?: number;
}

/**
 * Returns the change to a chat's timer when a phone reports it; null if there is none. A message without a timer does
 * not mean that the timer is off, because some clients leave it out; only a phone's own notice does.
 * docs/decisions/0204.
 * @param said the seconds (0 means off), and when a phone reported them.
 */
export function afterTimerSaid(known: ChatTimer, said: { sec: number; ms: number }): Required<ChatTimer> | null {
  const isNews = said.sec !== (known.timer_sec ?? 0) && said.ms >= (known.timer_ms ?? 0);
  return isNews ? { timer_sec: said.sec, timer_ms: said.ms } : null;
}

/** Returns the later of two timers, from a person's two records. */
export const laterTimer = (one: ChatTimer, other: ChatTimer): ChatTimer => {
  const { timer_sec, timer_ms } = (one.timer_ms ?? 0) >= (other.timer_ms ?? 0) ? one : other;
  return { ...(timer_sec !== undefined && { timer_sec }), ...(timer_ms !== undefined && { timer_ms }) };
};
